// Decides whether nginx needs to know who sent the requests of a crawler.

#pragma once

#include "policy/site/policy.hpp"

namespace robots {

// Whether the identity of a request's sender can change what is done about a
// request that names `crawler`. The identity matters in these cases:
//
// - Impostors of the crawler, or its unverifiable senders, are delayed or
//   refused.
// - A budget may delay or refuse the requests, and each identity has its own
//   budget.
// - The crawler has a grace revision (terms.hpp), which an impostor never has.
//
// The result is false if the identity would change only a log line.
bool needs_identity(const Policy& policy, const Site& site,
                    const Sighting& crawler);

// Returns a crawler that has reverse names (Crawler::rdns), and that a site
// delays or refuses for `violation` (`impostor` or `unverifiable`); nullptr if
// no crawler fits. These crawlers need a resolver. Without a resolver,
// impostors of the crawler count only as unverifiable, and only address ranges
// and keys can verify the crawler.
const Crawler* shown_by_reverse_names(const Policy& policy,
                                      Violation violation);

// Whether the site delays or refuses impostors of the crawler, or its
// unverifiable senders.
bool acts_on_senders(const Policy& policy, const Site& site,
                     const Sighting& crawler);

}  // namespace robots
