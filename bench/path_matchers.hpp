// Other ways to find the rule that decides about a target, to compare
// robots::RuleSet with. All give the same answers.

#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "bench/rules.hpp"

namespace bench {

// Twice the octets of the deciding rule's path, plus 1 if the rule allows; 0 if
// no rule decides.
using Decision = std::size_t;

class PathMatcher {
  public:
    PathMatcher() = default;
    virtual ~PathMatcher() = default;

    PathMatcher(const PathMatcher&) = delete;
    PathMatcher& operator=(const PathMatcher&) = delete;

    // `target` is normalised for matching.
    virtual Decision decide(std::string_view target) = 0;
};

// All throw std::runtime_error if the library refuses the lines.

// The policy's own matcher.
std::unique_ptr<PathMatcher> ours(const std::vector<Line>& lines);

// Tries one parsed rule after the other, and backtracks at "*". Most robots.txt
// parsers that keep the parsed rules match in this way.
std::unique_ptr<PathMatcher> linear(const std::vector<Line>& lines);

// Matches like linear(), but parses robots.txt for each target, like parsers
// that take the text of robots.txt and a URL.
std::unique_ptr<PathMatcher> reparsing(const std::vector<Line>& lines);

// Matches alternations with PCRE2's JIT. They are in the order in which rules
// decide, and as large as the library allows.
std::unique_ptr<PathMatcher> pcre2_jit(const std::vector<Line>& lines);

// Matches with RE2::Set, with enough memory for its automaton.
std::unique_ptr<PathMatcher> re2_set(const std::vector<Line>& lines);

}  // namespace bench
