#include "variables.hpp"

#include "configuration.hpp"
#include "request_context.hpp"
#include "verdict_text.hpp"

namespace robots::nginx {

namespace {

enum Field : uintptr_t {
    kSite,
    kRevision,
    kCrawler,
    kCategory,
    kGroup,
    kRule,
    kVerdict,
    kAction,
    kWait,
};

struct Variable {
    std::string_view name;
    Field field;
};

constexpr Variable kVariables[] = {
    {"robots_site", kSite},       {"robots_revision", kRevision},
    {"robots_crawler", kCrawler}, {"robots_category", kCategory},
    {"robots_group", kGroup},     {"robots_rule", kRule},
    {"robots_verdict", kVerdict}, {"robots_action", kAction},
    {"robots_wait", kWait},
};

// No octets, not even an empty string's, where the field has nothing to say.
ngx_str_t site_text(const Site* site) {
    return site != nullptr ? str(site->name) : ngx_str_t{};
}

// The revision that judged the request, else the one that its site has.
ngx_str_t revision_text(const Site* site, const Verdict& verdict) {
    if (verdict.robots != nullptr) {
        return str(verdict.robots->revision);
    }
    return site != nullptr ? str(site->robots->revision) : ngx_str_t{};
}

ngx_str_t verdict_field(ngx_pool_t* pool, const Verdict& verdict, Field field) {
    switch (field) {
        case kCrawler:
            return str(verdict.crawler.token);
        case kCategory:
            return verdict.crawler ? str(to_string(verdict.crawler.category))
                                   : ngx_str_t{};
        case kGroup:
            return verdict.group ? str(verdict.group->name) : ngx_str_t{};
        case kRule:
            return line_text(pool, verdict);
        case kVerdict:
            return str(verdict.judged ? to_string(verdict.violation) : "-");
        case kAction:
            return str(verdict.judged ? action_text(verdict.action) : "-");
        case kWait:
            return verdict.judged ? seconds_text(pool, verdict.wait)
                                  : ngx_str_t{};
        default:
            return {};
    }
}

ngx_str_t field_text(ngx_http_request_t* r, Field field) {
    if (!robots_on(r)) {
        return verdict_field(r->pool, Verdict{}, field);
    }
    RequestContext& context = context_of(r);
    if (field == kSite) {
        return site_text(site_of(r, context));
    }
    if (field == kRevision) {
        return revision_text(site_of(r, context), context.verdict);
    }
    return verdict_field(r->pool, peek(r, context), field);
}

ngx_int_t get_variable(ngx_http_request_t* r, ngx_http_variable_value_t* v,
                       uintptr_t field) noexcept {
    return guarded<ngx_int_t>(r->connection->log, NGX_ERROR, [=] {
        ngx_str_t text = field_text(r, static_cast<Field>(field));
        v->not_found = text.len == 0;
        v->valid = !v->not_found;
        v->no_cacheable = 0;
        v->len = static_cast<unsigned>(text.len);
        v->data = text.data;
        return NGX_OK;
    });
}

}  // namespace

ngx_int_t add_variables(ngx_conf_t* cf) noexcept {
    for (const Variable& each : kVariables) {
        ngx_str_t name = str(each.name);
        ngx_http_variable_t* variable =
            ngx_http_add_variable(cf, &name, NGX_HTTP_VAR_NOCACHEABLE);
        if (variable == nullptr) {
            return NGX_ERROR;
        }
        variable->get_handler = get_variable;
        variable->data = each.field;
    }
    return NGX_OK;
}

}  // namespace robots::nginx
