// Decides whether nginx needs to know who sent the requests of a crawler.

#pragma once

#include "policy/site/policy.hpp"

namespace robots {

// Whether a crawler's identity can change what is done about its requests to a
// site. It can if one of these is true:
//
// - Its impostors, or its unverifiable senders, are delayed or refused.
// - A budget may delay or refuse its requests: each identity has its own
//   budget.
// - It has a grace revision: an impostor has none.
//
// False if the identity would change only a log line.
bool needs_identity(const Policy& policy, const Site& site,
                    const Sighting& crawler);

// Returns a crawler that has reverse names (Crawler::rdns) and whose requests a
// site delays or refuses for `violation` (impostor or unverifiable); nullptr if
// none has. Without a resolver, impostors of the crawler are only unverifiable,
// and only ranges and keys verify it.
const Crawler* shown_by_reverse_names(const Policy& policy,
                                      Violation violation);

// Whether the site delays or refuses impostors of the crawler, or its
// unverifiable senders.
bool acts_on_senders(const Policy& policy, const Site& site,
                     const Sighting& crawler);

}  // namespace robots
