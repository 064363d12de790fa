#include "request_context.hpp"

#include "configuration.hpp"
#include "request_facts.hpp"
#include "revisions.hpp"

namespace robots::nginx {

namespace {

class Uncharged : public BudgetStore {
  public:
    Charge charge(std::uint64_t, Milliseconds now,
                  const Rate&) noexcept override {
        return {true, Milliseconds{0}, now};
    }
};

RequestContext* existing_context(ngx_http_request_t* r) {
    void* context = ngx_http_get_module_ctx(r, ngx_http_robots_module);
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

}  // namespace

RequestContext& context_of(ngx_http_request_t* r) {
    r = r->main;
    RequestContext* context = existing_context(r);
    if (context == nullptr) {
        context = make_owned<RequestContext>(r->pool);
    }
    ngx_http_set_ctx(r, context, ngx_http_robots_module);
    return *context;
}

const Site* site_of(ngx_http_request_t* r, RequestContext& context) {
    if (!context.has_site) {
        context.authority = authority_of(r->main);
        context.site = main_conf(r).policy->find(context.authority);
        context.has_site = true;
    }
    return context.site;
}

const Verdict& peek(ngx_http_request_t* r, RequestContext& context) {
    if (!context.has_verdict) {
        MainConf& conf = main_conf(r);
        Request facts = facts_of(r->main);
        Uncharged budgets;
        Revisions revisions(conf);
        facts.served = &revisions;
        context.verdict =
            judge_crawler(*conf.policy, site_of(r, context),
                          conf.headers->identify(facts.user_agent), facts,
                          Milliseconds(ngx_current_msec), budgets, Action::off);
        context.has_verdict = true;
    }
    return context.verdict;
}

}  // namespace robots::nginx
