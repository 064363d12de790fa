// `inherit`: what a group takes over from other groups.

#pragma once

#include <string>
#include <vector>

#include "policy/loader/entries/group_entries.hpp"
#include "policy/loader/yaml/findings.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots::loader {

using GroupEntries = std::vector<const GroupEntry*>;

// Adds to each of `groups`, which were made of `entries`, the rules of all
// published groups for the token of its `inherit`, and their crawl-delay, rates
// or windows if it has none. Private groups must come last. Returns false after
// an error: a circle, a token without a published group, or too many rules.
bool take_over_inherited(const GroupEntries& entries,
                         std::vector<RobotsGroup>& groups, Findings& findings);

}  // namespace robots::loader
