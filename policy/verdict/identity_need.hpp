// Whether it matters who sent a crawler's requests.

#pragma once

#include "policy/site/policy.hpp"

namespace robots {

// Whether a crawler's identity can change what is done about its requests to a
// site. It can if one of these is true:
//
// - Impostors of the crawler are delayed or refused there.
// - A budget may delay or refuse its requests: each identity has its own.
// - It has a grace revision: an impostor has none.
//
// False if the identity would change nothing but a line in a log.
bool needs_identity(const Policy& policy, const Site& site,
                    const Sighting& crawler);

// The first crawler whose impostors some site delays or refuses, although only
// reverse names tell them apart. nullptr: there is none. Without a resolver,
// nothing is ever done about such impostors.
const Crawler* shown_by_reverse_names(const Policy& policy);

// Whether impostors of the crawler are delayed or refused there.
bool acts_on_impostors(const Policy& policy, const Site& site,
                       const Sighting& crawler);

}  // namespace robots
