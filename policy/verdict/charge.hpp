// Charges what a plan demands to a store of budgets: the second step of a
// verdict (plan.hpp).
//
// A HEAD and its GET cost as much as one request. Link checkers send HEAD and
// right after it GET of the same target, and keep the delay between pairs. So a
// HEAD that is charged leaves a pass in the store. One early GET of the same
// visitor and target uses that pass and costs nothing.

#ifndef ROBOTS_POLICY_VERDICT_CHARGE_HPP
#define ROBOTS_POLICY_VERDICT_CHARGE_HPP

#include "policy/robots_txt/rate.hpp"
#include "policy/verdict/plan.hpp"
#include "policy/verdict/receipt.hpp"

namespace robots {

// A pass is valid for this time, or for the interval if that is longer.
constexpr Milliseconds kShortestPass{10000};

// Charges all budgets, or none (Charged). What was charged is on the receipt,
// which is empty before.
Charged charge(const Plan& plan, Milliseconds now, BudgetStore& budgets,
               Receipt& receipt);

// Leaves the pass of a HEAD that was charged so, and notes it on the receipt.
void leave_pass(const Plan& plan, const Charged& charged, Milliseconds now,
                BudgetStore& budgets, Receipt& receipt);

// What charge() would say, charging nothing. Passes do not count.
Charged quote(const Plan& plan, Milliseconds now, BudgetStore& budgets);

}  // namespace robots

#endif
