// How the targets of two patterns lie to each other.
//
// Each answer "true" is sound; where it would take more than a look at the
// patterns' literal runs to be sure, the answer is "false".

#ifndef ROBOTS_POLICY_LINT_OVERLAP_HPP
#define ROBOTS_POLICY_LINT_OVERLAP_HPP

#include <string>

#include "policy/matching/pattern.hpp"

namespace robots::lint {

// `pattern` as a target that stands for all targets it matches; empty where
// there are none.
std::string shape_of(const PatternView& pattern);

// Whether `outer` matches every target that a pattern of the shape
// `inner_shape` matches.
bool covers(const PatternView& outer, const std::string& inner_shape);

// Whether `pattern` matches every target: "/", "/*", "*".
bool matches_everything(const PatternView& pattern);

// Whether no target matches both.
bool disjoint(const PatternView& a, const PatternView& b);

// Whether some target, of a shape that sites have, matches both.
bool meet(const PatternView& a, const PatternView& b);

// Whether a "*" stands in front of other octets.
bool has_inner_wildcard(const PatternView& pattern);

// Whether all behind the last "*" is the ending of a file's name: "/*.css",
// "/core/*.js$".
bool is_kind_of_file(const PatternView& pattern);

}  // namespace robots::lint

#endif
