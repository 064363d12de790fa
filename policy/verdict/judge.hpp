// What the policy says about one request: a pure function of the policy, the
// request's facts, the time and the budgets. There is one verdict, however many
// rules a request breaks: the strictest action counts. Of equal actions, the
// first in this order: impostor, disallow, visit_time, then the rates.

#ifndef ROBOTS_POLICY_VERDICT_JUDGE_HPP
#define ROBOTS_POLICY_VERDICT_JUDGE_HPP

#include "policy/robots_txt/rate.hpp"
#include "policy/site/policy.hpp"
#include "policy/verdict/verdict.hpp"

namespace robots {

// The policy's answer for a crawler's request to `site`; nullptr: no site.
// `cap` is the strictest action that the caller can take (robots_enforce log).
// Refused requests and "/robots.txt" cost no budget. Allocates only if the
// target must be rewritten to be matched.
Verdict judge(const Policy& policy, const Site* site, const Sighting& crawler,
              const Request& request, Milliseconds now, BudgetStore& budgets,
              Action cap);

}  // namespace robots

#endif
