// The revision of a whole policy. The nginx instances of a fleet report by this
// revision which policy they run (heartbeat.hpp).

#pragma once

#include <string>

#include "policy/site/policy.hpp"

namespace robots {

// Returns a hash of `policy` as sixteen hexadecimal digits. All nginx instances
// that run the same policy get the same hash. The hash includes the policy's
// `crawlers`. It excludes the catalogue and the files of addresses and keys,
// because the copies of these files differ between nginx instances.
std::string policy_revision(const Policy& policy);

}  // namespace robots
