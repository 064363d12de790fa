// Who is taken for a crawler, as lines that can be compared.

#pragma once

#include <string>

#include "cli/diff/profile.hpp"
#include "policy/crawlers/crawlers.hpp"

namespace robotsctl {

// Returns the lines that change for the crawler with this token: whether its
// name is known, by which texts, addresses and keys it is recognised, and
// whether its networks share a budget. Returns all lines of both if only some
// sites know the token (Crawler::is_customers). Many prefixes of addresses are
// only counted.
LineChanges recognition_changes(const robots::Crawlers& before,
                                const robots::Crawlers& after,
                                const std::string& token);

}  // namespace robotsctl
