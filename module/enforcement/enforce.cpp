#include "module/enforcement/enforce.hpp"

#include <algorithm>

#include "module/conf/configuration.hpp"
#include "module/enforcement/delay.hpp"
#include "module/enforcement/fetched.hpp"
#include "module/enforcement/fleet_wait.hpp"
#include "module/enforcement/late_verdict.hpp"
#include "module/enforcement/recognition.hpp"
#include "module/enforcement/refusal.hpp"
#include "module/enforcement/request_context.hpp"
#include "module/enforcement/revisions.hpp"
#include "module/enforcement/sender.hpp"
#include "module/enforcement/signed_request.hpp"
#include "module/enforcement/upstream_bill.hpp"
#include "module/enforcement/violation_log.hpp"
#include "module/enforcement/waits.hpp"
#include "module/request/request_facts.hpp"
#include "policy/verdict/charge.hpp"
#include "policy/verdict/identity_need.hpp"
#include "policy/verdict/judge.hpp"
#include "policy/verdict/plan.hpp"

namespace robots::nginx {

namespace {

ngx_int_t reject(ngx_http_request_t* r, const RequestContext& context) {
    count(main_conf(r).zone.counters().rejected);
    log_violation(r, context);
    return send_refusal(r, context);
}

ngx_int_t throttle(ngx_http_request_t* r, RequestContext& context) {
    const Milliseconds wait = context.verdict.wait;

    count(main_conf(r).zone.counters().throttled);
    log_violation(r, context);
    if (wait == Milliseconds{0}) {
        return NGX_DECLINED;
    }
    Delay& delay = delay_of(r, context);
    const ngx_int_t rc = delay.start(
        r, static_cast<ngx_msec_t>(wait.count()),
        Delay::guest(r, context.verdict.crawler, Delay::Reason::time));
    if (rc == NGX_AGAIN) {
        begin_wait(r, context, Stage::delayed);
        delay.count(main_conf(r).zone,
                    {context.site->key, context.verdict.crawler,
                     context.verdict.identity});
    }
    return rc;
}

ngx_int_t act(ngx_http_request_t* r, RequestContext& context) {
    switch (context.verdict.action) {
        case Action::pass:
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

// Whether the request is judged. The first location that the request reaches
// decides. An error page is not judged. But after "error_page ... =", which
// sets another status, the page counts as the page that the client asked for. A
// location of "post_action" is not judged, because the client already has its
// answer. A location of robots_status is not judged, because it has its own
// rules for access.
bool is_to_be_judged(ngx_http_request_t* r, RequestContext& context) {
    if (context.stage != Stage::fresh) {
        return false;
    }
    context.stage = Stage::done;
    return loc_conf(r).enforce != kEnforceOff &&
           loc_conf(r).status == kStatusNobody && r->post_action == 0 &&
           r->err_status < NGX_HTTP_SPECIAL_RESPONSE;
}

// The part of ask_for_sender() that uses address ranges and DNS. Returns the
// same values as ask_for_sender().
ngx_int_t ask_ranges_and_dns(ngx_http_request_t* r, RequestContext& context,
                             const Site& site, const Sighting& crawler,
                             Action cap, Identity& identity) {
    const Lookups::Asked asked = ask_lookup(r, crawler);
    identity = asked.identity;
    if (asked.lookup == nullptr ||
        !SenderWait::is_worth_it(r, crawler, site, cap)) {
        return NGX_OK;
    }
    const Delay::Guest guest = Delay::guest(r, crawler, Delay::Reason::answer);
    if (!Delay::has_place(guest)) {
        return acts_on_senders(*main_conf(r).policy, site, crawler) ? NGX_BUSY
                                                                    : NGX_OK;
    }
    const ngx_int_t rc =
        sender_wait_of(r, context)
            .start(r, delay_of(r, context), guest, *asked.lookup);
    if (rc == NGX_AGAIN) {
        begin_wait(r, context, Stage::waiting_for_sender);
    }
    return rc;
}

// Finds out who sent the request. Returns NGX_OK if the request need not wait;
// then `identity` is the known identity. `identity` must be `unverifiable`
// before the call. Returns NGX_BUSY if the policy acts on the identity of
// senders, but all places to wait for DNS are taken. Otherwise delays the
// request until DNS has answered, and returns the value that the handler must
// return. Each request waits for DNS at most once.
ngx_int_t ask_for_sender(ngx_http_request_t* r, RequestContext& context,
                         const Sighting& crawler, Action cap,
                         Identity& identity) {
    const Site* site = site_of(r, context);
    // If the signature is valid, it proves who sent the request, and the
    // address does not matter.
    if (is_signed_by(main_conf(r), context, crawler)) {
        identity = Identity::verified;
        return NGX_OK;
    }
    if (site == nullptr || site->robots->settings->suspend ||
        cannot_be_verified(r, crawler)) {
        return NGX_OK;
    }
    return ask_ranges_and_dns(r, context, *site, crawler, cap, identity);
}

// Counts the cost of the answer to a request. The verdict on this request is
// made and counted later (LateVerdict).
void count_answer(ngx_http_request_t* r, RequestContext& context) {
    const Verdict& verdict = context.verdict;
    Zone& zone = main_conf(r).zone;
    zone.ledger().expects(
        {context.site->key, verdict.crawler, verdict.identity}, zone.now());
    context.cost.start(zone, *r).key = Ledger::Entry::key_of(
        context.site->key, verdict.crawler, verdict.identity);
}

ngx_int_t enter_and_act(ngx_http_request_t* r, RequestContext& context,
                        Milliseconds now) {
    if (!context.verdict.judged) {
        return NGX_DECLINED;
    }
    MainConf& conf = main_conf(r);
    enter_verdict(conf.zone, *context.site, context.verdict, now,
                  context.cost.start(conf.zone, *r));
    if (context.signature != nullptr) {
        enter_signature(conf.zone, context.cost.entry(),
                        context.signature->result);
    }
    return context.verdict.action == Action::pass ? NGX_DECLINED
                                                  : act(r, context);
}

// Returns the plan for a request: which rules apply, and which budgets the
// request needs (policy/verdict/plan.hpp). The request does not wait for DNS
// any more: `identity` is what is known about the sender.
Plan plan_for(ngx_http_request_t* r, RequestContext& context,
              const Sighting& crawler, Action cap, Identity identity,
              Milliseconds sender_known_in = Milliseconds{0}) {
    MainConf& conf = main_conf(r);
    Request facts = facts_of(r);
    Revisions revisions(conf);
    facts.identity = identity;
    facts.sender_known_in = sender_known_in;
    facts.may_wait = Delay::has_place(r, crawler);
    facts.served = revisions.if_any();
    const Site* site = site_of(r, context);
    facts.has_fetched =
        has_fetched(conf, site, crawler, identity, facts.address);
    return plan_request(*conf.policy, site, crawler, facts, cap);
}

// Stores and counts the verdict on a request, and executes the action of the
// verdict.
ngx_int_t enforce_verdict(ngx_http_request_t* r, RequestContext& context,
                          const Verdict& verdict) {
    context.verdict = verdict;
    context.has_verdict = true;
    context.is_enforced = true;
    return enter_and_act(r, context, main_conf(r).zone.now());
}

// Makes the verdict on a request when the fleet's server has answered, has not
// answered in time, or could not be asked.
ngx_int_t settle_in_fleet(ngx_http_request_t* r, RequestContext& context,
                          FleetWait& wait) {
    const Verdict verdict = wait.settle(context.receipt);
    keep_bill(r, wait.plan(), wait.charged());
    return enforce_verdict(r, context, verdict);
}

// Asks the fleet's server about a request that can only be logged. The request
// does not wait for the answer, so its variables show the verdict that results
// from the data in this nginx. The request is logged and counted later, with
// the verdict of LateVerdict. Returns false if the server cannot be asked.
bool judge_later(ngx_http_request_t* r, RequestContext& context) {
    MainConf& conf = main_conf(r);
    FleetWait& wait = *context.fleet_wait;
    context.late_verdict = LateVerdict::start(r, *context.site, wait);
    if (context.late_verdict == nullptr) {
        return false;
    }
    context.has_verdict = true;
    context.is_enforced = true;
    const Charged quoted =
        quote(wait.plan(), conf.zone.now(), conf.zone.budgets());
    keep_bill(r, wait.plan(), quoted);
    context.verdict = settle(wait.plan(), quoted);
    count_answer(r, context);
    return true;
}

// Judges a request by the budgets on the fleet's server.
ngx_int_t judge_in_fleet(ngx_http_request_t* r, RequestContext& context,
                         const Plan& plan) {
    FleetWait& wait = FleetWait::of(r, plan);
    context.fleet_wait = &wait;
    if (!can_act(plan)) {
        return judge_later(r, context) ? ngx_int_t{NGX_DECLINED}
                                       : settle_in_fleet(r, context, wait);
    }
    if (const auto refused = wait.known_here()) {
        return enforce_verdict(r, context, *refused);
    }
    const ngx_int_t rc = wait.start(r, *context.site, delay_of(r, context));
    if (rc == NGX_AGAIN) {
        begin_wait(r, context, Stage::waiting_for_fleet);
    }
    return rc == NGX_OK ? settle_in_fleet(r, context, wait) : rc;
}

ngx_int_t judge_sender(ngx_http_request_t* r, RequestContext& context,
                       const Sighting& crawler, Action cap, Identity identity) {
    MainConf& conf = main_conf(r);
    const Plan plan = plan_for(r, context, crawler, cap, identity);
    if (conf.fleet != nullptr && plan.demands.size() > 0) {
        return judge_in_fleet(r, context, plan);
    }
    const Charged charged =
        charge(plan, conf.zone.now(), conf.zone.budgets(), context.receipt);
    ngx_log_debug2(NGX_LOG_DEBUG_HTTP, r->connection->log, 0,
                   "robots: %uz budgets asked, %uz charged", charged.size(),
                   context.receipt.spent.size());
    keep_bill(r, plan, charged);
    return enforce_verdict(r, context, settle(plan, charged));
}

Action cap_of(ngx_http_request_t* r) {
    return loc_conf(r).enforce == kEnforceLog ? Action::log : Action::reject;
}

// Judges a request after its wait for the fleet's server, with or without an
// answer.
ngx_int_t judge_answered(ngx_http_request_t* r, RequestContext& context) {
    FleetWait& wait = *context.fleet_wait;
    wait.finish();
    if (wait.has_news()) {
        const Verdict& known = wait.plan().verdict;
        wait.replan(plan_for(r, context, Sighting(known.crawler), cap_of(r),
                             known.identity));
    }
    return settle_in_fleet(r, context, wait);
}

// Judges a request that has not waited for anything yet.
ngx_int_t judge_first(ngx_http_request_t* r, RequestContext& context,
                      const Sighting& crawler) {
    if (!is_to_be_judged(r, context)) {
        return NGX_DECLINED;
    }
    const Action cap = cap_of(r);
    Identity identity = Identity::unverifiable;
    const ngx_int_t rc = ask_for_sender(r, context, crawler, cap, identity);
    if (rc == NGX_BUSY) {
        return enforce_verdict(r, context,
                               plan_for(r, context, crawler, cap, identity,
                                        Milliseconds(Lookups::kPatience))
                                   .verdict);
    }
    return rc == NGX_OK ? judge_sender(r, context, crawler, cap, identity) : rc;
}

// Continues with a request whose phases run again after a wait.
ngx_int_t go_on(ngx_http_request_t* r, RequestContext& context) {
    switch (end_wait(r, context)) {
        case Stage::waiting_for_sender:
            return judge_sender(r, context, crawler_without_header(r),
                                cap_of(r), context.sender_wait->finish());
        case Stage::waiting_for_fleet:
            return judge_answered(r, context);
        case Stage::fresh:
        case Stage::delayed:
        case Stage::done:
            break;
    }
    return NGX_DECLINED;
}

// Whether the site throttles or rejects anything.
bool acts(const Site* site) {
    return site != nullptr && !site->robots->settings->suspend &&
           any_enforcement(*site->robots, [](const Enforcement& enforcement) {
               return std::any_of(
                   enforcement.action.begin(), enforcement.action.end(),
                   [](Action action) { return action >= Action::throttle; });
           });
}

// Handles a request with several User-Agent headers. Returns NGX_OK if the
// request is judged by these headers. Otherwise does not read the headers, and
// returns the value that the handler must return.
ngx_int_t look_at_several(ngx_http_request_t* r) {
    const bool is_off = loc_conf(r).enforce == kEnforceOff;
    if (!is_off && !(loc_conf(r).enforce == kEnforceOn &&
                     has_too_many_user_agents(r) && acts(site_of(r)))) {
        return NGX_OK;
    }
    RequestContext& context = context_of(r);
    return is_to_be_judged(r, context) ? refuse_user_agents(r, context)
                                       : NGX_DECLINED;
}

// Whether the request is signed but enforcement is off. Then the signature is
// not checked.
bool is_unchecked(ngx_http_request_t* r) {
    RequestContext* context = existing_context(r);
    if (context == nullptr || !context->is_signed ||
        loc_conf(r).enforce != kEnforceOff) {
        return false;
    }
    context->stage = Stage::done;
    return true;
}

// Judges a request that does not have exactly one User-Agent header, or that
// was looked at before.
ngx_int_t judge_another(ngx_http_request_t* r) {
    if (has_several_user_agents(r)) {
        const ngx_int_t rc = look_at_several(r);
        if (rc != NGX_OK) {
            return rc;
        }
    }
    if (is_unchecked(r)) {
        return NGX_DECLINED;
    }
    const Sighting crawler = crawler_without_header(r);
    return crawler ? judge_first(r, context_of(r), crawler)
                   : ngx_int_t{NGX_DECLINED};
}

ngx_int_t enforce(ngx_http_request_t* r, FirstLook look) {
    if (look.found_header()) {
        const Sighting crawler = crawler_in_header(r, look);
        return crawler ? judge_first(r, new_context(r), crawler)
                       : ngx_int_t{NGX_DECLINED};
    }
    RequestContext* context = existing_context(r);
    switch (context == nullptr ? Stage::fresh : context->stage) {
        case Stage::fresh:
            return judge_another(r);
        case Stage::waiting_for_sender:
        case Stage::waiting_for_fleet:
        case Stage::delayed:
            return go_on(r, *context);
        case Stage::done:
            break;
    }
    return NGX_DECLINED;
}

}  // namespace

ngx_int_t enforce_policy(ngx_http_request_t* r) noexcept {
    if (r != r->main || !robots_on(r)) {
        return NGX_DECLINED;
    }
    // Nearly all requests come from browsers, and need only this check.
    const FirstLook look = look_at(r);
    if (look.found_browser()) {
        return NGX_DECLINED;
    }
    return guarded<ngx_int_t>(r->connection->log, NGX_DECLINED,
                              [r, look] { return enforce(r, look); });
}

}  // namespace robots::nginx
