// `inherit`: the rules that a group takes over from another.

#pragma once

#include <string>
#include <vector>

#include "policy/loader/entries/group_entries.hpp"
#include "policy/loader/yaml/findings.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots::loader {

using GroupEntries = std::vector<const GroupEntry*>;

// Gives each of `groups`, which were made of `entries`, the rules of the groups
// that it inherits from: of all that are published for that token, whether it
// is private itself or not. Private groups come last. False after an error: a
// circle, a token without a group, or too many rules.
bool take_over_inherited(const GroupEntries& entries,
                         std::vector<RobotsGroup>& groups, Findings& findings);

}  // namespace robots::loader
