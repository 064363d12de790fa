// Compares the sets of targets that two patterns match.
//
// "true" is always right. The answer is "false" if the literal runs of the
// patterns alone do not prove it.

#ifndef ROBOTS_POLICY_LINT_OVERLAP_HPP
#define ROBOTS_POLICY_LINT_OVERLAP_HPP

#include <string>

#include "policy/matching/pattern.hpp"

namespace robots::lint {

// A target that stands for all targets that `pattern` matches, with an octet of
// its own for each "*" and for an open end; empty if there are none.
std::string shape_of(const PatternView& pattern);

// Whether `outer` matches every target that a pattern of the shape
// `inner_shape` matches.
bool covers(const PatternView& outer, const std::string& inner_shape);

// Whether `pattern` matches every target: "/", "/*", "*".
bool matches_everything(const PatternView& pattern);

// Whether no target matches both.
bool disjoint(const PatternView& a, const PatternView& b);

// A short target that `pattern` matches: "/x.php" for "/*.php$". Empty: it
// matches none.
std::string example_of(const PatternView& pattern);

// Whether a "*" is followed by other octets.
bool has_inner_wildcard(const PatternView& pattern);

// Whether only the ending of a file name follows the last "*": "/*.css",
// "/core/*.js$".
bool is_kind_of_file(const PatternView& pattern);

}  // namespace robots::lint

#endif
