// The most that is done about a request, whatever the policy's action is: less
// than that action where it would hit somebody who breaks no promise.

#ifndef ROBOTS_POLICY_VERDICT_CAP_HPP
#define ROBOTS_POLICY_VERDICT_CAP_HPP

#include <cstdint>

#include "policy/crawlers/crawlers.hpp"
#include "policy/site/enforcement.hpp"
#include "policy/verdict/verdict.hpp"

namespace robots {

// The cap that `settings` put on `violation` by this crawler's request. The
// reason is `none` where nothing caps the action.
Cap cap_for(const Enforcement& settings, const Sighting& crawler,
            const Request& request, Violation violation);

}  // namespace robots

#endif
