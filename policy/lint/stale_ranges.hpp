// Published lists of addresses that are out of date. Not among the other
// checks, since those have no clock.

#ifndef ROBOTS_POLICY_LINT_STALE_RANGES_HPP
#define ROBOTS_POLICY_LINT_STALE_RANGES_HPP

#include "policy/base/diagnostic.hpp"
#include "policy/base/time.hpp"
#include "policy/site/policy.hpp"

namespace robots {

// A warning for each list of a policy that is out of date at `now`, at its
// place in the policy; [ranges-stale]. The loader, which has no clock, can't
// tell.
Diagnostics stale_ranges(const Policy& policy, Utc now);

}  // namespace robots

#endif
