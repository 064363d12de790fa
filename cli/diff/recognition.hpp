// Compares how two policies recognise a crawler, as lines that can be compared.

#pragma once

#include <string>

#include "cli/diff/profile.hpp"
#include "policy/crawlers/crawlers.hpp"

namespace robotsctl {

// Returns the lines that differ for the crawler with the product token `token`.
// The lines show whether the token is known; the texts, addresses and keys by
// which the crawler is recognised; and whether its networks share a budget. If
// only some sites know the token (Crawler::is_customers), the result also
// contains the lines that are equal, except address prefixes. If many address
// prefixes were removed or added, a line shows only their number.
LineChanges recognition_changes(const robots::Crawlers& before,
                                const robots::Crawlers& after,
                                const std::string& token);

}  // namespace robotsctl
