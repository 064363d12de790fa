#include "cli/judging/log_judge.hpp"

#include "policy/verdict/charge.hpp"
#include "policy/verdict/judge.hpp"
#include "policy/verdict/plan.hpp"

namespace robotsctl {

namespace {

// Of more requests that have not ended yet, the first one pays at once.
constexpr std::size_t kMostUnpaid = 10000;

}  // namespace

void LogJudge::pay_first() {
    const auto first = unpaid_.begin();
    robots::pay(first->second.bill, first->second.took, first->first, budgets_);
    unpaid_.erase(first);
}

void LogJudge::pay_until(robots::Milliseconds now) {
    while (!unpaid_.empty() && unpaid_.begin()->first <= now) {
        pay_first();
    }
}

void LogJudge::keep(const robots::Bill& bill, const LogRecord& record) {
    if (bill.size() == 0) {
        return;
    }
    if (!record.upstream) {
        ++unpriced_;
        return;
    }
    unpaid_.emplace(record.time, Payment{bill, *record.upstream});
    if (unpaid_.size() > kMostUnpaid) {
        pay_first();
    }
}

robots::Verdict LogJudge::judge(const robots::Policy& policy,
                                const robots::Site* site,
                                const robots::Sighting& crawler,
                                const robots::Request& request,
                                const LogRecord& record) {
    const robots::Milliseconds now = record.arrival();
    pay_until(now);
    const robots::Plan plan = robots::plan_request(
        policy, site, crawler, request, robots::Action::reject);
    robots::Receipt receipt;
    const robots::Charged charged =
        robots::charge(plan, now, budgets_, receipt);
    if (robots::is_redirect(status_of(record))) {
        robots::give_back(receipt, budgets_, now);
    }
    if (robots::is_paid_later(plan)) {
        keep(robots::bill_of(plan, charged, budgets_.keys()), record);
    }
    return robots::settle(plan, charged);
}

}  // namespace robotsctl
