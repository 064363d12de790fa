// A rule's path as the server resolves it.

#pragma once

#include <string>
#include <string_view>

#include "policy/matching/pattern.hpp"
#include "policy/matching/target.hpp"

namespace robots {

// Returns `pattern`, a normalised text (PatternView::text), with its path
// decoded and its slashes merged, as resolve_target() does with a target:
// `/a%2Fb//` becomes `/a/b/`. "*" and a final "$" stay wildcards, and "%2A" and
// "%24" stay literal. A query stays unchanged. Dot segments stay, so a pattern
// with a dot segment matches no resolved target.
std::string resolve_pattern(std::string_view pattern, Slashes slashes);

// Whether resolve_pattern() of `pattern` matches `resolved`, which must come
// from resolve_target().
bool matches_resolved(const PatternView& pattern, std::string_view resolved,
                      Slashes slashes);

}  // namespace robots
