// Whether it matters who sent a crawler's requests.

#ifndef ROBOTS_POLICY_IDENTITY_NEED_HPP
#define ROBOTS_POLICY_IDENTITY_NEED_HPP

#include "policy.hpp"

namespace robots {

// Whether what is done about a crawler's requests to a site may depend on its
// identity: where impostors are held or refused, where its requests are held or
// refused by a budget, of which each identity has its own, and where it may
// have been served another robots.txt than its namesakes. False where it could
// but change a line in a log.
bool needs_identity(const Policy& policy, const Site& site,
                    const Sighting& crawler);

}  // namespace robots

#endif
