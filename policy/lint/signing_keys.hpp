// Warns about keys that are missing or out of date. The other checks have no
// clock.

#ifndef ROBOTS_POLICY_LINT_SIGNING_KEYS_HPP
#define ROBOTS_POLICY_LINT_SIGNING_KEYS_HPP

#include "policy/base/diagnostic.hpp"
#include "policy/base/time.hpp"
#include "policy/site/policy.hpp"

namespace robots {

// A warning [keys-stale] for each file of keys that is older than 30 days at
// `now`, and [keys-missing] for each `signature_agent` of the policy whose
// crawler has none, each at its place in the policy.
Diagnostics signing_keys(const Policy& policy, Utc now);

}  // namespace robots

#endif
