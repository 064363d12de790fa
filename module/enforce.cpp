#include "enforce.hpp"

#include "configuration.hpp"
#include "ledger_entry.hpp"
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

// A request can't wait for a window to open where the worker holds all that it
// may; for a budget, BoundedBudgets has seen to it.
void refuse_without_place(Verdict& verdict) {
    if (verdict.action == Action::throttle && verdict.wait > Milliseconds{0} &&
        !Hold::has_place()) {
        verdict.action = Action::reject;
        verdict.status = NGX_HTTP_TOO_MANY_REQUESTS;
    }
}

ngx_int_t throttle(ngx_http_request_t* r, RequestContext& context) {
    const Milliseconds wait = context.verdict.wait;

    count(main_conf(r).zone.counters().throttled);
    log_violation(r, context);
    if (wait == Milliseconds{0}) {
        return NGX_DECLINED;
    }
    context.held.start(r, context);
    return context.hold.start(r, static_cast<ngx_msec_t>(wait.count()));
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
// error is no request of its own. What "error_page ... =" gives another status
// is no page of an error, but what was asked for.
bool is_to_be_judged(ngx_http_request_t* r, RequestContext& context) {
    if (context.passed_preaccess) {
        return false;
    }
    context.passed_preaccess = true;
    return loc_conf(r).enforce != kEnforceOff &&
           r->err_status < NGX_HTTP_SPECIAL_RESPONSE;
}

ngx_int_t find_sender(ngx_http_request_t* r, RequestContext& context,
                      const Sighting& crawler, Action cap, Identity& identity) {
    const Site* site = site_of(r, context);
    if (site == nullptr || site->robots->suspend) {
        return NGX_OK;
    }
    return context.sender.settle(r, context.hold, crawler, *site, cap,
                                 identity);
}

ngx_int_t judge_once(ngx_http_request_t* r, const Sighting& crawler) {
    MainConf& conf = main_conf(r);
    RequestContext& context = context_of(r);
    context.held.end();
    if (!context.sender.is_held() && !is_to_be_judged(r, context)) {
        return NGX_DECLINED;
    }
    Action cap =
        loc_conf(r).enforce == kEnforceLog ? Action::log : Action::reject;
    Request facts = facts_of(r);
    ngx_int_t rc = find_sender(r, context, crawler, cap, facts.identity);
    if (rc != NGX_OK) {
        return rc;
    }
    context.has_verdict = true;
    BoundedBudgets budgets(conf.zone);
    Revisions revisions(conf);
    facts.served = &revisions;
    context.verdict =
        judge_crawler(*conf.policy, site_of(r, context), crawler, facts,
                      Milliseconds(ngx_current_msec), budgets, cap);
    if (!context.verdict.judged) {
        return NGX_DECLINED;
    }
    refuse_without_place(context.verdict);
    count(conf.zone.counters().crawlers);
    enter_judged(r, context);
    return act(r, context);
}

[[gnu::noinline]] ngx_int_t judge_sender(ngx_http_request_t* r,
                                         const HeaderMemory::Found& found) {
    return guarded<ngx_int_t>(r->connection->log, NGX_DECLINED, [r, &found] {
        const Sighting crawler = crawler_of(r, found);
        return crawler ? judge_once(r, crawler) : NGX_DECLINED;
    });
}

}  // namespace

ngx_int_t enforce_policy(ngx_http_request_t* r) noexcept {
    if (r != r->main || !robots_on(r)) {
        return NGX_DECLINED;
    }
    // Nearly all requests come from browsers, and end here.
    const HeaderMemory::Found found = glance(r);
    return found.names_nobody() ? NGX_DECLINED : judge_sender(r, found);
}

}  // namespace robots::nginx
