// The bill of a request: the budgets that are charged when the request ends.
// These budgets limit the time for which upstreams work (UpstreamTime in
// policy/site/budget.hpp), and the time of a request is known only at its end.

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
    const UpstreamTime* upstream_time;  // in the policy's Budget
    bool is_part;                       // false: the whole Budget (charge.hpp)

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

// Returns the bill of a request. `charged` has the answers to the demands of
// `plan` (plan.hpp). The bill is empty if a budget refused the request. A
// budget that would have refused the request, but has the action `log`, is not
// on the bill. `keys` makes the keys of the budgets.
Bill bill_of(const Plan& plan, const Charged& charged, const Keys& keys);

// Charges the bill at `now`, after the end of a request for which upstreams
// worked for `took`.
void pay(const Bill& bill, Milliseconds took, Milliseconds now,
         BudgetStore& budgets);

}  // namespace robots
