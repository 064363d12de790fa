// The bill of a request: budgets that are charged when the request ends, since
// nobody knows earlier for how long upstreams will work for it (UpstreamTime in
// policy/site/budget.hpp).

#pragma once

#include <algorithm>
#include <cstdint>

#include "policy/base/short_list.hpp"
#include "policy/verdict/budget_store.hpp"
#include "policy/verdict/plan.hpp"

namespace robots {

// A budget that will be charged when the request ends.
struct BillItem {
    std::uint64_t key;
    const UpstreamTime* upstream_time;  // of the policy's Budget
    bool is_part;                       // a crawler's part (charge.hpp)

    Rate payment(Milliseconds took) const {
        return upstream_time->payment(took, is_part);
    }
};

using Bill = ShortList<BillItem, 2 * kMaxBudgets>;

// Whether a budget of the plan is charged when the request ends.
inline bool is_paid_later(const Plan& plan) {
    return needs_shared(plan) &&
           std::any_of(plan.demands.begin(), plan.demands.end(),
                       [](const Demand& demand) {
                           return demand.rate.is_paid_later();
                       });
}

// Returns the bill of a request; `charged` has the answers to the demands of
// `plan`. The bill is empty if a budget refused the request. It lacks budgets
// that would have refused the request, but whose action is only `log`. `keys`
// makes the keys of the budgets.
Bill bill_of(const Plan& plan, const Charged& charged, const Keys& keys);

// Charges the bill at `now`, after the end of a request for which upstreams
// worked for `took`.
void pay(const Bill& bill, Milliseconds took, Milliseconds now,
         BudgetStore& budgets);

}  // namespace robots
