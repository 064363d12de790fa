// Whether it matters who sent a crawler's requests.

#pragma once

#include "policy/site/policy.hpp"

namespace robots {

// Whether a crawler's identity can change what is done about its requests to a
// site. It can if one of these is true:
//
// - Its impostors, or those that nothing verifies, are delayed or refused.
// - A budget may delay or refuse its requests: each identity has its own.
// - It has a grace revision: an impostor has none.
//
// False if the identity would change nothing but a line in a log.
bool needs_identity(const Policy& policy, const Site& site,
                    const Sighting& crawler);

// A crawler that has reverse names, and of which some site delays or refuses
// requests with `violation`, impostor or unverifiable. nullptr: there is none.
// Without a resolver, nothing is ever done about its impostors, and only ranges
// and keys verify it.
const Crawler* shown_by_reverse_names(const Policy& policy,
                                      Violation violation);

// Whether impostors of the crawler, or those that nothing verifies, are delayed
// or refused there.
bool acts_on_senders(const Policy& policy, const Site& site,
                     const Sighting& crawler);

}  // namespace robots
