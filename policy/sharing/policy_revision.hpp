// Identifies a whole policy: the nginx of a fleet tell each other which one
// they run (heartbeat.hpp).

#pragma once

#include <string>

#include "policy/site/policy.hpp"

namespace robots {

// Returns a hash in sixteen hexadecimal digits. It is the same on all nginx
// that run the same policy: of the crawlers, it covers what `crawlers` say, but
// neither the catalogue nor what the files of addresses and keys have, since
// each nginx has other copies of these.
std::string policy_revision(const Policy& policy);

}  // namespace robots
