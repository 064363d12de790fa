// Judges one request by the policy, the facts of the request, the time and the
// budgets. A request that breaks several rules gets one verdict, with the
// strictest action. If several violations have the strictest action, the first
// in this order counts: violations about the sender, disallow, visit_time, then
// rates and budgets.

#pragma once

#include "policy/site/policy.hpp"
#include "policy/verdict/budget_store.hpp"
#include "policy/verdict/plan.hpp"
#include "policy/verdict/verdict.hpp"

namespace robots {

// Combines a plan and its charges into a verdict. This is the third of the
// three steps of a verdict (plan.hpp).
//
// This is a pure function, so one plan can be settled with the charges of
// different stores. If no budget refuses or delays the request, returns the
// plan's own verdict.
Verdict settle(const Plan& plan, const Charged& charged);

// Returns the verdict on a crawler's request to `site`. `site` is nullptr if no
// site has the request's host. `cap` is the strictest action that the caller
// can take (Action::log for `robots_enforce log`). Refused requests and
// requests for "/robots.txt" are not charged. Allocates memory only if the
// target must be rewritten to be matched.
Verdict judge(const Policy& policy, const Site* site, const Sighting& crawler,
              const Request& request, Milliseconds now, BudgetStore& budgets,
              Action cap);

}  // namespace robots
