// Decides whether nginx needs to know who sent the requests of a crawler.

#pragma once

#include "policy/site/policy.hpp"

namespace robots {

// Whether the identity of a request's sender can change what is done about a
// request that claims to come from `crawler`. The identity matters in these
// cases:
//
// - Impostors of the crawler, or its unverifiable senders, are delayed or
//   refused.
// - A budget can delay or refuse the requests, and each identity has its own
//   budget.
// - The crawler can have a grace revision (terms.hpp), which an impostor never
//   has.
//
// The result is false if the identity would change only a log line.
bool needs_identity(const Policy& policy, const Site& site,
                    const Sighting& crawler);

// Returns a crawler with reverse names (Crawler::rdns) for which a site acts on
// `violation` (`impostor` or `unverifiable`): it delays or refuses requests.
// Returns nullptr if no crawler fits. The check of reverse names needs a
// resolver. Without a resolver, impostors of the crawler count only as
// unverifiable, and only address ranges and keys can verify the crawler.
const Crawler* shown_by_reverse_names(const Policy& policy,
                                      Violation violation);

// Whether the site delays or refuses impostors of the crawler, or its
// unverifiable senders.
bool acts_on_senders(const Policy& policy, const Site& site,
                     const Sighting& crawler);

}  // namespace robots
