// What a request pays when it ends: nobody knows before how long upstreams will
// work for it (UpstreamTime in policy/site/budget.hpp).

#pragma once

#include <algorithm>
#include <cstdint>

#include "policy/base/short_list.hpp"
#include "policy/verdict/budget_store.hpp"
#include "policy/verdict/plan.hpp"

namespace robots {

// A budget that is to be paid.
struct BillItem {
    std::uint64_t key;
    const UpstreamTime* upstream_time;  // of a Budget of the policy
    bool is_part;                       // of that Budget: a crawler's

    Rate payment(Milliseconds took) const {
        return upstream_time->payment(took, is_part);
    }
};

using Bill = ShortList<BillItem, 2 * kMaxBudgets>;

// Whether requests of the plan have a bill.
inline bool is_paid_later(const Plan& plan) {
    return needs_shared(plan) &&
           std::any_of(plan.demands.begin(), plan.demands.end(),
                       [](const Demand& demand) {
                           return demand.rate.is_paid_later();
                       });
}

// Of a request that passes, or is logged, after `charged`. It is empty if a
// budget refused; one that would have, had it been enforced, gets nothing. The
// keys are those that `keys` make.
Bill bill_of(const Plan& plan, const Charged& charged, const Keys& keys);

// Charges it at `now`, when the request has ended, for which upstreams took so
// long.
void pay(const Bill& bill, Milliseconds took, Milliseconds now,
         BudgetStore& budgets);

}  // namespace robots
