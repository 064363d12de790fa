#include "module/handlers/handlers.hpp"

#include "module/conf/configuration.hpp"
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

enum Field : uintptr_t {
    // These are known even if no crawler sent the request.
    kSite,
    kRevision,
    // Of the verdict.
    kCrawler,
    kCategory,
    kGroup,
    kRule,
    kVerdict,
    kViolationList,
    kAction,
    kWould,
    kWait,
    kIdentity,
    kSignature,
    kFleet,
};

// What enforcement changes is asked for anew each time.
constexpr ngx_uint_t kFixed = 0;
constexpr ngx_uint_t kChanges = NGX_HTTP_VAR_NOCACHEABLE;

struct Variable {
    std::string_view name;
    Field field;
    ngx_uint_t flags;
};

constexpr Variable kVariables[] = {
    {"robots_site", kSite, kFixed},
    {"robots_revision", kRevision, kChanges},
    {"robots_crawler", kCrawler, kFixed},
    {"robots_category", kCategory, kFixed},
    {"robots_identity", kIdentity, kChanges},
    {"robots_signature", kSignature, kFixed},
    {"robots_group", kGroup, kChanges},
    {"robots_rule", kRule, kChanges},
    {"robots_verdict", kVerdict, kChanges},
    {"robots_violations", kViolationList, kChanges},
    {"robots_action", kAction, kChanges},
    {"robots_would", kWould, kChanges},
    {"robots_wait", kWait, kChanges},
    {"robots_fleet", kFleet, kChanges},
};

constexpr Verdict kNoVerdict{};

Verdict look_ahead(ngx_http_request_t* r, RequestContext& context,
                   const Sighting& crawler) {
    MainConf& conf = main_conf(r);
    Request facts = facts_of(r);
    Revisions revisions(conf);
    facts.served = revisions.if_any();
    facts.identity = known_identity(r, crawler);
    return plan_request(*conf.policy, site_of(r, context), crawler, facts,
                        Action::pass)
        .verdict;
}

// The verdict on the request. Before there is one, the policy's answer without
// consequences: no budget is charged and no action is due.
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

// No octets, not even an empty string's, where the field has nothing to say.
ngx_str_t site_text(const Site* site) {
    return site != nullptr ? str(site->name) : ngx_str_t{};
}

// Whether it is too late for enforcement: the answer has begun, or the request
// is logged without one (return 444, a client that left), which shows in what
// nginx says it is doing.
bool is_answered(const ngx_http_request_t* r) {
    const char* action = r->connection->log->action;
    return r->main->header_sent != 0 ||
           (action != nullptr && std::string_view(action) == "logging request");
}

// What variables show of a verdict.
struct Shown {
    const Verdict& verdict;
    bool has_action;   // false: enforcement did not judge the request
    bool has_verdict;  // false: nothing about what the rules decide
};

// Before the answer, what the rules say, whether enforcement will come or not.
// After that, what enforcement found. A request that it never judged shows a
// violation only if the configuration has read it before the answer: it may be
// why the request was answered as it was.
Shown shown(ngx_http_request_t* r, Field field) {
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
    context.was_read |=
        field == kVerdict || field == kViolationList || field == kRule;
    return {verdict, true, true};
}

// The revision that judged the request, else the one that its site has.
ngx_str_t revision_text(ngx_http_request_t* r) {
    const Shown answer = shown(r, kRevision);
    if (answer.has_verdict && answer.verdict.robots != nullptr) {
        return str(answer.verdict.robots->revision.text());
    }
    const Site* site = site_of(r);
    return site != nullptr ? str(site->robots->revision.text()) : ngx_str_t{};
}

// Who decided about the request's budgets.
std::string_view fleet_text(ngx_http_request_t* r) {
    const RequestContext* context = existing_context(r->main);
    if (context == nullptr || context->fleet_wait == nullptr) {
        return {};
    }
    return context->late_verdict != nullptr
               ? context->late_verdict->wait().text()
               : context->fleet_wait->text();
}

ngx_str_t verdict_field(ngx_http_request_t* r, Field field) {
    const Shown answer = shown(r, field);
    const Verdict& verdict = answer.verdict;
    switch (field) {
        case kCrawler:
            return str(verdict.crawler.token);
        case kCategory:
            return verdict.crawler ? str(to_string(verdict.crawler.category))
                                   : ngx_str_t{};
        case kIdentity:
            return verdict.crawler ? str(to_string(verdict.identity))
                                   : ngx_str_t{};
        case kGroup:
            return verdict.group ? str(verdict.group->name) : ngx_str_t{};
        case kRule:
            return answer.has_verdict ? line_text(r->pool, verdict)
                                      : ngx_str_t{};
        case kVerdict:
            return answer.has_verdict ? str(to_string(verdict.violation))
                                      : ngx_str_t{};
        case kViolationList:
            return answer.has_verdict && !verdict.violations.empty()
                       ? copy(r->pool, to_string(verdict.violations))
                       : ngx_str_t{};
        case kAction:
            return answer.has_action ? str(to_string(verdict.action))
                                     : ngx_str_t{};
        case kWould:
            return answer.has_action ? str(to_string(verdict.would))
                                     : ngx_str_t{};
        case kFleet:
            return str(fleet_text(r));
        case kWait:
            return answer.has_action ? seconds_text(r->pool, verdict.wait)
                                     : ngx_str_t{};
        default:
            return {};
    }
}

ngx_str_t field_text(ngx_http_request_t* r, Field field) {
    if (!robots_on(r)) {
        return {};
    }
    if (field == kSite) {
        return site_text(site_of(r));
    }
    if (field == kRevision) {
        return revision_text(r);
    }
    if (field == kSignature) {
        // Whoever names the sender has read the signature.
        crawler_of(r);
        return str(signature_text(r));
    }
    return verdict_field(r, field);
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
    const auto field = static_cast<Field>(data);
    // Logs ask with every request, and nearly all come from browsers.
    if (field > kRevision && is_known_browser(r->main)) {
        return set_value(v, {});
    }
    return guarded<ngx_int_t>(r->connection->log, NGX_ERROR, [=] {
        return set_value(v, field_text(r, field));
    });
}

}  // namespace

ngx_int_t add_variables(ngx_conf_t* cf) noexcept {
    for (const Variable& each : kVariables) {
        ngx_str_t name = str(each.name);
        ngx_http_variable_t* variable =
            ngx_http_add_variable(cf, &name, each.flags);
        if (variable == nullptr) {
            return NGX_ERROR;
        }
        variable->get_handler = get_variable;
        variable->data = each.field;
    }
    return NGX_OK;
}

}  // namespace robots::nginx
