// Warns about published lists of addresses that are out of date. The other
// checks have no clock.

#ifndef ROBOTS_POLICY_LINT_STALE_RANGES_HPP
#define ROBOTS_POLICY_LINT_STALE_RANGES_HPP

#include "policy/base/diagnostic.hpp"
#include "policy/base/time.hpp"
#include "policy/site/policy.hpp"

namespace robots {

// A warning [ranges-stale] for each list that is out of date at `now`, at its
// place in the policy.
Diagnostics stale_ranges(const Policy& policy, Utc now);

}  // namespace robots

#endif
