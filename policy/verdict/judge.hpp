// What the policy says about one request: a pure function of the policy, the
// request's facts, the time and the budgets. There is one verdict, however many
// rules a request breaks: the strictest action counts. Of equal actions, the
// first in this order: the sender, disallow, visit_time, then the rates.

#pragma once

#include "policy/site/policy.hpp"
#include "policy/verdict/budget_store.hpp"
#include "policy/verdict/plan.hpp"
#include "policy/verdict/verdict.hpp"

namespace robots {

// What a plan and its charges come to: the third step of a verdict (plan.hpp).

// A pure function: the same plan can be settled by the charges of one store or
// another. If no budget refuses or delays the request, the plan's own verdict.
Verdict settle(const Plan& plan, const Charged& charged);

// The policy's answer for a crawler's request to `site`; nullptr: no site.
// `cap` is the strictest action that the caller can take (robots_enforce log).
// Refused requests and "/robots.txt" cost no budget. Allocates only if the
// target must be rewritten to be matched.
Verdict judge(const Policy& policy, const Site* site, const Sighting& crawler,
              const Request& request, Milliseconds now, BudgetStore& budgets,
              Action cap);

}  // namespace robots
