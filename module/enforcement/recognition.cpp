#include "module/enforcement/recognition.hpp"

#include "module/conf/configuration.hpp"
#include "module/enforcement/fetched.hpp"
#include "module/enforcement/revisions.hpp"
#include "module/enforcement/sender.hpp"
#include "module/enforcement/signed_request.hpp"
#include "module/ngx/response.hpp"
#include "module/request/request_facts.hpp"
#include "policy/verdict/identity_need.hpp"
#include "policy/verdict/several_crawlers.hpp"

namespace robots::nginx {

namespace {

constexpr std::string_view kTooMany =
    "This request has more than 8 User-Agent headers.\n";
static_assert(kMaxUserAgents == 8 && kMaxUserAgents <= NamedCrawlers::kMost);

// Whether the request has more than `count` User-Agent headers.
bool has_more_than(ngx_http_request_t* r, std::size_t count) {
    const ngx_table_elt_t* header = r->headers_in.user_agent;
    while (header != nullptr && count > 0) {
        header = next_user_agent(r, header);
        --count;
    }
    return header != nullptr;
}

NamedCrawlers named_in(ngx_http_request_t* r) {
    MainConf& conf = main_conf(r);
    NamedCrawlers named;
    const ngx_table_elt_t* header = r->headers_in.user_agent;
    for (std::size_t i = 0; header != nullptr && i < kMaxUserAgents; ++i) {
        named.add(conf.headers->identify(view(header->value), NamedAtSite{r}));
        header = next_user_agent(r, header);
    }
    return named;
}

// Sets two facts about each crawler in `named`: its identity, if the identity
// can change what is done, and whether the crawler has fetched robots.txt.
void add_facts(ngx_http_request_t* r, const Site* site,
               std::string_view address, NamedCrawlers& named) {
    MainConf& conf = main_conf(r);
    for (NamedCrawler& each : named) {
        // has_fetched() needs the identity of contact-only crawlers, because
        // their fetches are stored by identity.
        if (site != nullptr &&
            (each.crawler.contact_only ||
             needs_identity(*conf.policy, *site, each.crawler))) {
            each.identity = known_identity(r, each.crawler);
        }
        each.has_fetched =
            has_fetched(conf, site, each.crawler, each.identity, address);
    }
}

}  // namespace

bool has_several_user_agents(ngx_http_request_t* r) {
    return has_more_than(r, 1);
}

bool has_too_many_user_agents(ngx_http_request_t* r) {
    return has_more_than(r, kMaxUserAgents);
}

Sighting take_strictest(ngx_http_request_t* r) {
    NamedCrawlers named = named_in(r);
    if (named.size() == 0) {
        return {};
    }
    MainConf& conf = main_conf(r);
    RequestContext& context = context_of(r);
    if (named.size() == 1) {
        context.taken_for = named.begin()->crawler;
        return *context.taken_for;
    }
    const Site* site = site_of(r, context);
    Request facts = facts_of(r);
    add_facts(r, site, facts.address, named);
    Revisions revisions(conf);
    facts.served = revisions.if_any();
    context.taken_for = strictest(*conf.policy, site, named, facts,
                                  conf.zone.now(), conf.zone.budgets())
                            .crawler;
    return *context.taken_for;
}

ngx_int_t refuse_user_agents(ngx_http_request_t* r, RequestContext& context) {
    context.taken_for = Sighting{};
    ngx_log_error(NGX_LOG_INFO, r->connection->log, 0,
                  "robots: client sent more than %uz \"User-Agent\" headers",
                  kMaxUserAgents);
    return Response::send_text(r, NGX_HTTP_BAD_REQUEST, kTooMany);
}

namespace {

Sighting read_headers(ngx_http_request_t* r) {
    const ngx_table_elt_t* header = r->headers_in.user_agent;
    if (header == nullptr) {
        return {};
    }
    return next_user_agent(r, header) == nullptr
               ? main_conf(r).headers->identify(view(header->value),
                                                NamedAtSite{r})
               : take_strictest(r);
}

}  // namespace

Sighting crawler_without_header(ngx_http_request_t* r) {
    if (is_known_browser(r)) {
        return {};
    }
    RequestContext* context = existing_context(r);
    if (context == nullptr) {
        const Sighting crawler = read_headers(r);
        if (!crawler) {
            note_browser(r);
        }
        return crawler;
    }
    if (context->has_verdict) {
        return context->verdict.crawler;
    }
    if (context->taken_for) {
        return *context->taken_for;
    }
    if (!context->is_signed) {
        return read_headers(r);
    }
    check_signature(r, *context);
    return named_by_signature(r, *context, read_headers(r));
}

Sighting crawler_of(ngx_http_request_t* r) {
    r = r->main;
    return crawler_of(r, look_at(r));
}

}  // namespace robots::nginx
