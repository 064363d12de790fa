// Judges one request by the policy, the facts of the request, the time and the
// budgets. A request that breaks several rules gets one verdict, with the
// strictest action. Of equal actions, the first in this order counts: the
// sender, disallow, visit_time, then the rates and budgets.

#pragma once

#include "policy/site/policy.hpp"
#include "policy/verdict/budget_store.hpp"
#include "policy/verdict/plan.hpp"
#include "policy/verdict/verdict.hpp"

namespace robots {

// Combines a plan and its charges: the third step of a verdict (plan.hpp).

// A pure function: one plan can be settled with the charges of different
// stores. If no budget refuses or delays the request, returns the plan's own
// verdict.
Verdict settle(const Plan& plan, const Charged& charged);

// Returns the verdict on a crawler's request to `site`; nullptr: no site has
// the request's host. `cap` is the strictest action that the caller can take
// (Action::log for `robots_enforce log`). Refused requests and "/robots.txt"
// are not charged. Allocates only if the target must be rewritten to be
// matched.
Verdict judge(const Policy& policy, const Site* site, const Sighting& crawler,
              const Request& request, Milliseconds now, BudgetStore& budgets,
              Action cap);

}  // namespace robots
