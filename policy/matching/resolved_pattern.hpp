// A rule's path as the server resolves it.

#ifndef ROBOTS_POLICY_MATCHING_RESOLVED_PATTERN_HPP
#define ROBOTS_POLICY_MATCHING_RESOLVED_PATTERN_HPP

#include <string>
#include <string_view>

#include "policy/matching/pattern.hpp"
#include "policy/matching/target.hpp"

namespace robots {

// The pattern whose path is decoded and merged as resolve_target does it with a
// target's: `/a%2Fb//` becomes `/a/b/`. "*" and a final "$" stay wildcards,
// "%2A" and "%24" stay literal, and what follows a "?" stays as it is. Dot
// segments stay, so that a pattern with one matches no resolved target.
// `pattern` is normalised (PatternView::text).
std::string resolve_pattern(std::string_view pattern, Slashes slashes);

// Whether the pattern speaks of a resolved target: whether it matches it once
// its path is resolved too.
bool matches_resolved(const PatternView& pattern, std::string_view resolved,
                      Slashes slashes);

}  // namespace robots

#endif
