#include "module/handlers/handlers.hpp"

#include <iterator>

#include "module/conf/configuration.hpp"
#include "module/enforcement/fetched.hpp"
#include "module/enforcement/fleet_wait.hpp"
#include "module/enforcement/late_verdict.hpp"
#include "module/enforcement/recognition.hpp"
#include "module/enforcement/request_context.hpp"
#include "module/enforcement/revisions.hpp"
#include "module/enforcement/sender.hpp"
#include "module/enforcement/signed_request.hpp"
#include "module/request/request_facts.hpp"
#include "module/request/verdict_text.hpp"
#include "policy/crawlers/identity.hpp"
#include "policy/verdict/plan.hpp"

namespace robots::nginx {

namespace {

constexpr Verdict kNoVerdict{};

Verdict look_ahead(ngx_http_request_t* r, RequestContext& context,
                   const Sighting& crawler) {
    MainConf& conf = main_conf(r);
    Request facts = facts_of(r);
    Revisions revisions(conf);
    facts.served = revisions.if_any();
    facts.identity = known_identity(r, crawler);
    const Site* site = site_of(r, context);
    facts.has_fetched =
        has_fetched(conf, site, crawler, facts.identity, facts.address);
    return plan_request(*conf.policy, site, crawler, facts, Action::pass)
        .verdict;
}

// Returns the verdict on the request. If there is none yet, makes a preview. A
// preview charges no budget and executes no action.
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
    context->verdict = look_ahead(r, *context, crawler);
    context->has_verdict = true;
    return context->verdict;
}

// Whether it is too late for enforcement: the answer has begun, or nginx is
// logging a request that got no answer ("return 444", or the client has left).
// In the second case, nginx sets only log->action, not a flag.
bool is_answered(const ngx_http_request_t* r) {
    const char* action = r->connection->log->action;
    return r->main->header_sent != 0 ||
           (action != nullptr && std::string_view(action) == "logging request");
}

// A verdict, and which parts of it the variables show.
struct Shown {
    const Verdict& verdict;
    bool has_action;   // whether to show what is done
    bool has_verdict;  // whether to show what the rules decide
};

// Before nginx answers a request, variables show what the rules say, even if
// enforcement will not judge the request. After the answer, variables show the
// verdict of enforcement. If enforcement never judged the request, variables
// show a violation only if nginx.conf has read this violation before the
// answer, because the violation may be the reason for the answer.
Shown shown(ngx_http_request_t* r, bool tells_decision) {
    const Verdict& verdict = verdict_of(r);
    if (!verdict.judged) {
        return {verdict, false, false};
    }
    RequestContext& context = context_of(r);
    if (context.is_enforced) {
        return {verdict, true, true};
    }
    if (is_answered(r)) {
        return {verdict, false,
                context.was_read && verdict.violation != Violation::none};
    }
    context.was_read |= tells_decision;
    return {verdict, true, true};
}

// Returns the revision of the robots.txt by which the request was judged. If
// the request was not judged, returns the current revision of its site.
ngx_str_t revision_text(ngx_http_request_t* r) {
    const Shown answer = shown(r, false);
    if (answer.has_verdict && answer.verdict.robots != nullptr) {
        return str(answer.verdict.robots->revision.text());
    }
    const Site* site = site_of(r);
    return site != nullptr ? str(site->robots->revision.text()) : ngx_str_t{};
}

// Returns the value of $robots_fleet (FleetWait::text()); empty if the fleet's
// server was not asked about the request.
std::string_view fleet_text(ngx_http_request_t* r) {
    const RequestContext* context = existing_context(r->main);
    if (context == nullptr || context->fleet_wait == nullptr) {
        return {};
    }
    return context->late_verdict != nullptr
               ? context->late_verdict->wait().text()
               : context->fleet_wait->text();
}

// What the module must know about a request before a variable has a value.
enum class Needs : std::uint8_t {
    nothing,   // every request has the value
    crawler,   // a crawler sent the request
    verdict,   // a verdict on a crawler's request
    action,    // what is done with the request
    decision,  // what the rules decide
};

// Flags of variables. kChanges means that nginx must not cache the value,
// because enforcement may change it.
constexpr ngx_uint_t kFixed = 0;
constexpr ngx_uint_t kChanges = NGX_HTTP_VAR_NOCACHEABLE;

struct Variable {
    std::string_view name;
    ngx_uint_t flags;
    Needs needs;
    // Returns the value; an empty text means that the variable has no value.
    ngx_str_t (*text)(ngx_http_request_t* r, const Verdict& verdict);
};

constexpr Variable kVariables[] = {
    {"robots_site", kFixed, Needs::nothing,
     [](ngx_http_request_t* r, const Verdict&) {
         const Site* site = site_of(r);
         return site != nullptr ? str(site->name) : ngx_str_t{};
     }},
    {"robots_revision", kChanges, Needs::nothing,
     [](ngx_http_request_t* r, const Verdict&) { return revision_text(r); }},
    {"robots_crawler", kFixed, Needs::verdict,
     [](ngx_http_request_t*, const Verdict& verdict) {
         return str(verdict.crawler.token);
     }},
    {"robots_category", kFixed, Needs::verdict,
     [](ngx_http_request_t*, const Verdict& verdict) {
         return verdict.crawler ? str(to_string(verdict.crawler.category))
                                : ngx_str_t{};
     }},
    {"robots_identity", kChanges, Needs::verdict,
     [](ngx_http_request_t*, const Verdict& verdict) {
         return verdict.crawler ? str(to_string(verdict.identity))
                                : ngx_str_t{};
     }},
    {"robots_signature", kFixed, Needs::crawler,
     [](ngx_http_request_t* r, const Verdict&) {
         crawler_of(r);  // reads and checks the signature
         return str(to_string(signature_of(r)));
     }},
    {"robots_group", kChanges, Needs::verdict,
     [](ngx_http_request_t*, const Verdict& verdict) {
         return verdict.group ? str(verdict.group->name) : ngx_str_t{};
     }},
    {"robots_rule", kChanges, Needs::decision,
     [](ngx_http_request_t* r, const Verdict& verdict) {
         return line_text(r->pool, verdict);
     }},
    {"robots_verdict", kChanges, Needs::decision,
     [](ngx_http_request_t*, const Verdict& verdict) {
         return str(to_string(verdict.violation));
     }},
    {"robots_violations", kChanges, Needs::decision,
     [](ngx_http_request_t* r, const Verdict& verdict) {
         return copy(r->pool, to_string(verdict.violations));
     }},
    {"robots_action", kChanges, Needs::action,
     [](ngx_http_request_t*, const Verdict& verdict) {
         return str(to_string(verdict.action));
     }},
    {"robots_would", kChanges, Needs::action,
     [](ngx_http_request_t*, const Verdict& verdict) {
         return str(to_string(verdict.would));
     }},
    {"robots_wait", kChanges, Needs::action,
     [](ngx_http_request_t* r, const Verdict& verdict) {
         return seconds_text(r->pool, verdict.wait);
     }},
    {"robots_fleet", kChanges, Needs::verdict,
     [](ngx_http_request_t* r, const Verdict&) { return str(fleet_text(r)); }},
};

ngx_str_t text_of(ngx_http_request_t* r, const Variable& variable) {
    if (!robots_on(r)) {
        return {};
    }
    if (variable.needs <= Needs::crawler) {
        return variable.text(r, kNoVerdict);
    }
    const Shown answer = shown(r, variable.needs == Needs::decision);
    const bool is_known =
        variable.needs == Needs::verdict ||
        (variable.needs == Needs::action ? answer.has_action
                                         : answer.has_verdict);
    return is_known ? variable.text(r, answer.verdict) : ngx_str_t{};
}

ngx_int_t set_value(ngx_http_variable_value_t* v, ngx_str_t text) {
    v->not_found = text.len == 0;
    v->valid = !v->not_found;
    v->no_cacheable = 0;
    v->len = static_cast<unsigned>(text.len);
    v->data = text.data;
    return NGX_OK;
}

ngx_int_t get_variable(ngx_http_request_t* r, ngx_http_variable_value_t* v,
                       uintptr_t data) noexcept {
    const Variable& variable = kVariables[data];
    // This check makes requests of browsers fast: an access log reads variables
    // for every request, and nearly all requests come from browsers.
    if (variable.needs != Needs::nothing && is_known_browser(r->main)) {
        return set_value(v, {});
    }
    return guarded<ngx_int_t>(r->connection->log, NGX_ERROR, [&] {
        return set_value(v, text_of(r, variable));
    });
}

}  // namespace

ngx_int_t add_variables(ngx_conf_t* cf) noexcept {
    for (std::size_t i = 0; i < std::size(kVariables); ++i) {
        ngx_str_t name = str(kVariables[i].name);
        ngx_http_variable_t* variable =
            ngx_http_add_variable(cf, &name, kVariables[i].flags);
        if (variable == nullptr) {
            return NGX_ERROR;
        }
        variable->get_handler = get_variable;
        variable->data = i;
    }
    return NGX_OK;
}

}  // namespace robots::nginx
