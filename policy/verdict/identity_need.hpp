// Whether it matters who sent a crawler's requests.

#ifndef ROBOTS_POLICY_VERDICT_IDENTITY_NEED_HPP
#define ROBOTS_POLICY_VERDICT_IDENTITY_NEED_HPP

#include "policy/site/policy.hpp"

namespace robots {

// Whether what is done about a crawler's requests to a site may depend on its
// identity: where impostors are held or refused, where its requests are held or
// refused by a budget, of which each identity has its own, and where it may
// have been served another robots.txt than its namesakes. False where it could
// but change a line in a log.
bool needs_identity(const Policy& policy, const Site& site,
                    const Sighting& crawler);

// The first crawler whose impostors some site throttles or refuses and only
// reverse names can show; nullptr where there is none. Without a resolver,
// nothing is ever done about them.
const Crawler* shown_by_reverse_names(const Policy& policy);

// Whether impostors of the crawler are held or refused there.
bool acts_on_impostors(const Policy& policy, const Site& site,
                       const Sighting& crawler);

}  // namespace robots

#endif
