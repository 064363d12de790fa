// `inherit`: the rules that a group takes over from another.

#pragma once

#include <string>
#include <vector>

#include "policy/loader/entries/group_entries.hpp"
#include "policy/loader/yaml/findings.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots::loader {

using GroupEntries = std::vector<const GroupEntry*>;

// Gives each of `groups`, which were made of `entries`, the rules that it
// inherits: those of all published groups for the token of `inherit`, also if
// the group that inherits is private. Private groups must come last. Returns
// false after an error: a circle, a token without a group, or too many rules.
bool take_over_inherited(const GroupEntries& entries,
                         std::vector<RobotsGroup>& groups, Findings& findings);

}  // namespace robots::loader
