// What a plan and its charges come to: the third step of a verdict (plan.hpp).

#ifndef ROBOTS_POLICY_VERDICT_SETTLE_HPP
#define ROBOTS_POLICY_VERDICT_SETTLE_HPP

#include "policy/verdict/plan.hpp"

namespace robots {

// A pure function: the same plan can be settled by the charges of one store or
// another. If no budget refuses or delays the request, the plan's own verdict.
Verdict settle(const Plan& plan, const Charged& charged);

}  // namespace robots

#endif
