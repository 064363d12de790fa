#include "enforce.hpp"

#include "configuration.hpp"
#include "refusal.hpp"
#include "request_context.hpp"
#include "request_facts.hpp"
#include "revisions.hpp"
#include "violation_log.hpp"

namespace robots::nginx {

namespace {

// The zone's budgets, of which none grants a wait while this worker holds all
// the requests that it may: those are refused and charged nothing.
class BoundedBudgets : public BudgetStore {
  public:
    explicit BoundedBudgets(Zone& zone) : zone_(zone) {}

    Charge charge(std::uint64_t key, Milliseconds,
                  const Rate& rate) noexcept override {
        return zone_.budgets().charge(key, zone_.now(), bounded(rate));
    }

    Charge quote(std::uint64_t key, Milliseconds,
                 const Rate& rate) noexcept override {
        return zone_.budgets().quote(key, zone_.now(), bounded(rate));
    }

  private:
    static Rate bounded(Rate rate) {
        if (!Hold::has_place()) {
            rate.max_wait = Milliseconds{0};
        }
        return rate;
    }

    Zone& zone_;
};

ngx_int_t reject(ngx_http_request_t* r, const RequestContext& context) {
    count(main_conf(r).zone.counters().rejected);
    log_violation(r, context);
    return send_refusal(r, context);
}

ngx_int_t throttle(ngx_http_request_t* r, RequestContext& context) {
    Verdict& verdict = context.verdict;
    bool waits = verdict.wait > Milliseconds{0};

    // For a window to open; for a budget, BoundedBudgets has seen to it.
    if (waits && !Hold::has_place()) {
        verdict.action = Action::reject;
        verdict.status = NGX_HTTP_TOO_MANY_REQUESTS;
        return reject(r, context);
    }
    count(main_conf(r).zone.counters().throttled);
    log_violation(r, context);
    return waits ? context.hold.start(
                       r, static_cast<ngx_msec_t>(verdict.wait.count()))
                 : NGX_DECLINED;
}

ngx_int_t act(ngx_http_request_t* r, RequestContext& context) {
    switch (context.verdict.action) {
        case Action::off:
            return NGX_DECLINED;
        case Action::log:
            count(main_conf(r).zone.counters().logged);
            log_violation(r, context);
            return NGX_DECLINED;
        case Action::throttle:
            return throttle(r, context);
        case Action::reject:
            return reject(r, context);
    }
    return NGX_DECLINED;
}

// The first location that a request comes to decides for it, and the page of an
// error is no request of its own.
bool is_to_be_judged(ngx_http_request_t* r, RequestContext& context) {
    if (context.passed_preaccess) {
        return false;
    }
    context.passed_preaccess = true;
    return loc_conf(r).enforce != kEnforceOff && r->err_status == 0;
}

ngx_int_t judge_once(ngx_http_request_t* r) {
    MainConf& conf = main_conf(r);
    Request facts = facts_of(r);
    // First, since nearly all requests come from browsers and end here.
    Sighting crawler = conf.headers->identify(facts.user_agent);
    if (!crawler) {
        return NGX_DECLINED;
    }
    RequestContext& context = context_of(r);
    if (!is_to_be_judged(r, context)) {
        return NGX_DECLINED;
    }
    context.has_verdict = true;
    BoundedBudgets budgets(conf.zone);
    Revisions revisions(conf);
    facts.served = &revisions;
    Action cap =
        loc_conf(r).enforce == kEnforceLog ? Action::log : Action::reject;
    context.verdict =
        judge_crawler(*conf.policy, site_of(r, context), crawler, facts,
                      Milliseconds(ngx_current_msec), budgets, cap);
    if (!context.verdict.judged) {
        return NGX_DECLINED;
    }
    count(conf.zone.counters().crawlers);
    return act(r, context);
}

}  // namespace

ngx_int_t enforce_policy(ngx_http_request_t* r) noexcept {
    if (r != r->main || !robots_on(r)) {
        return NGX_DECLINED;
    }
    return guarded<ngx_int_t>(r->connection->log, NGX_DECLINED,
                              [r] { return judge_once(r); });
}

}  // namespace robots::nginx
