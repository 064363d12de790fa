// The key `inherit` of a group: adds the rules of other groups to this group.

#pragma once

#include <string>
#include <vector>

#include "policy/loader/entries/group_entries.hpp"
#include "policy/loader/yaml/findings.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots::loader {

using GroupEntries = std::vector<const GroupEntry*>;

// `groups` must have been made from `entries`, with the private groups last.
// Adds to each group with `inherit` the rules of all published groups for the
// token that `inherit` names. Also adds the crawl-delay, the request rates and
// the visit times of these groups, but only those that the group with `inherit`
// lacks. Returns false after an error: a group inherits from itself through
// other groups, the token has no published group, or the lines of all groups
// are larger than a robots.txt may be.
bool take_over_inherited(const GroupEntries& entries,
                         std::vector<RobotsGroup>& groups, Findings& findings);

}  // namespace robots::loader
