// Warns if address lists or keys of operators are out of date, or keys are
// missing. The other checks of the linter do not depend on the time.

#pragma once

#include "policy/base/diagnostic.hpp"
#include "policy/base/time.hpp"
#include "policy/site/policy.hpp"

namespace robots {

// Returns warnings with their places in the policy: [ranges-stale] for each
// list of addresses that is out of date at `now`, [keys-stale] for each file of
// keys that is older than 30 days, and [keys-missing] for each `keys_url` of
// the policy whose crawler has no keys.
Diagnostics stale_warnings(const Policy& policy, Utc now);

}  // namespace robots
