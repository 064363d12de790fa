#include "module/enforcement/look_ahead.hpp"

#include "module/conf/configuration.hpp"
#include "module/enforcement/recognition.hpp"
#include "module/enforcement/request_context.hpp"
#include "module/enforcement/revisions.hpp"
#include "module/enforcement/sender.hpp"
#include "module/request/request_facts.hpp"
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
    return plan_request(*conf.policy, site_of(r, context), crawler, facts,
                        Action::off)
        .verdict;
}

}  // namespace

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

}  // namespace robots::nginx
