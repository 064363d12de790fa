// `inherit`: what a group takes over from other groups.

#pragma once

#include <string>
#include <vector>

#include "policy/loader/entries/group_entries.hpp"
#include "policy/loader/yaml/findings.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots::loader {

using GroupEntries = std::vector<const GroupEntry*>;

// `groups` must have been made of `entries`, with the private groups last. Adds
// to each group with `inherit` the rules of all published groups for the token
// of `inherit`, and their crawl-delay, rates or windows if the group has none.
// Returns false after an error: a circle, a token without a published group, or
// too many rules.
bool take_over_inherited(const GroupEntries& entries,
                         std::vector<RobotsGroup>& groups, Findings& findings);

}  // namespace robots::loader
