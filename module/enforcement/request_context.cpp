#include "module/enforcement/request_context.hpp"

#include "module/conf/configuration.hpp"
#include "module/enforcement/revisions.hpp"
#include "module/enforcement/uncharged.hpp"
#include "module/enforcement/user_agents.hpp"
#include "module/request/request_facts.hpp"

namespace robots::nginx {

u_char no_crawler;

namespace {

constexpr Verdict kNoVerdict{};

RequestContext* existing_context(ngx_http_request_t* r) {
    void* context = ngx_http_get_module_ctx(r, ngx_http_robots_module);
    if (context == &no_crawler) {
        return nullptr;
    }
    if (context != nullptr) {
        return static_cast<RequestContext*>(context);
    }
    // Internal redirects and filters that replace a response clear all modules'
    // contexts, but not the pool.
    if (r->internal || r->filter_finalize) {
        return find_owned<RequestContext>(r->pool);
    }
    return nullptr;
}

Verdict peek(ngx_http_request_t* r, RequestContext& context,
             const Sighting& crawler) {
    MainConf& conf = main_conf(r);
    Request facts = facts_of(r);
    Uncharged budgets;
    Revisions revisions(conf);
    facts.served = &revisions;
    facts.identity = known_identity(r, crawler);
    return judge(*conf.policy, site_of(r, context), crawler, facts,
                 conf.zone.now(), budgets, Action::off);
}

}  // namespace

RequestContext* find_context(ngx_http_request_t* r) noexcept {
    return existing_context(r->main);
}

RequestContext& context_of(ngx_http_request_t* r) {
    r = r->main;
    RequestContext* context = existing_context(r);
    if (context == nullptr) {
        return first_context_of(r);
    }
    ngx_http_set_ctx(r, context, ngx_http_robots_module);
    return *context;
}

Waiting& waiting_of(ngx_http_request_t* r, RequestContext& context) {
    if (context.waiting == nullptr) {
        context.waiting = make_owned<Waiting>(r->main->pool);
    }
    return *context.waiting;
}

const Site* site_of(ngx_http_request_t* r) {
    r = r->main;
    RequestContext* context = existing_context(r);
    return context != nullptr ? site_of(r, *context)
                              : find_site(r, *main_conf(r).policy);
}

namespace {

Sighting look_at_headers(ngx_http_request_t* r) {
    const ngx_table_elt_t* header = r->headers_in.user_agent;
    if (header == nullptr) {
        return {};
    }
    return next_user_agent(r, header) == nullptr
               ? main_conf(r).headers->identify(view(header->value))
               : take_strictest(r);
}

}  // namespace

bool is_known_browser(ngx_http_request_t* r) {
    return ngx_http_get_module_ctx(r->main, ngx_http_robots_module) ==
           &no_crawler;
}

Sighting look_again(ngx_http_request_t* r) {
    const RequestContext* context = existing_context(r);
    if (context == nullptr) {
        const Sighting crawler =
            is_known_browser(r) ? Sighting{} : look_at_headers(r);
        if (!crawler) {
            note_browser(r);
        }
        return crawler;
    }
    if (context->has_verdict) {
        return context->verdict.crawler;
    }
    return context->taken_for ? *context->taken_for : look_at_headers(r);
}

Sighting crawler_of(ngx_http_request_t* r) {
    r = r->main;
    return crawler_of(r, glance(r));
}

const Verdict& verdict_of(ngx_http_request_t* r) {
    r = r->main;
    RequestContext* context = existing_context(r);
    if (context != nullptr && context->has_verdict) {
        return context->verdict;
    }
    const Sighting crawler = crawler_of(r);
    if (!crawler) {
        return kNoVerdict;
    }
    context = &context_of(r);
    context->verdict = peek(r, *context, crawler);
    context->has_verdict = true;
    return context->verdict;
}

}  // namespace robots::nginx
