// Resolves the pattern of a rule as nginx resolves the path of a request.

#pragma once

#include <string>
#include <string_view>

#include "policy/matching/pattern.hpp"
#include "policy/matching/target.hpp"

namespace robots {

// Returns `pattern` with its path decoded, as resolve_target() decodes the path
// of a target. With Slashes::merge, repeated slashes become one slash:
// `/a%2Fb//` becomes `/a/b/`. `pattern` must be a normalised pattern
// (PatternView::text). "*" and a final "$" stay wildcards. "%2A" and "%24" stay
// literal. A query is not changed. Dot segments are not removed, so a pattern
// with a dot segment never matches a resolved target.
std::string resolve_pattern(std::string_view pattern, Slashes slashes);

// Whether the result of resolve_pattern() for `pattern` matches `resolved`,
// which must come from resolve_target().
bool matches_resolved(const PatternView& pattern, std::string_view resolved,
                      Slashes slashes);

}  // namespace robots
