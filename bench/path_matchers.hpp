// Ways to find the rule that decides about a target, as peers of
// robots::RuleSet. All give the same answers.

#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "bench/rules.hpp"

namespace bench {

// Octets of the path that decides, doubled, and one more where it allows; 0:
// none does.
using Decision = std::size_t;

class PathMatcher {
  public:
    PathMatcher() = default;
    virtual ~PathMatcher() = default;

    PathMatcher(const PathMatcher&) = delete;
    PathMatcher& operator=(const PathMatcher&) = delete;

    // `target` is spelt as rules are matched against it.
    virtual Decision decide(std::string_view target) = 0;
};

// All throw std::runtime_error where the library refuses the lines.

// The policy's own.
std::unique_ptr<PathMatcher> ours(const std::vector<Line>& lines);

// One parsed rule after the other, each greedily, "*" by going back: how most
// parsers of robots.txt match that keep what they have parsed.
std::unique_ptr<PathMatcher> linear(const std::vector<Line>& lines);

// The same, and robots.txt parsed for each target: how those are used that
// take its text and a URL.
std::unique_ptr<PathMatcher> reparsing(const std::vector<Line>& lines);

// PCRE2's JIT on alternations in the order in which rules decide, as large as
// the library takes them.
std::unique_ptr<PathMatcher> pcre2_jit(const std::vector<Line>& lines);

// RE2::Set, with memory enough for its automaton.
std::unique_ptr<PathMatcher> re2_set(const std::vector<Line>& lines);

}  // namespace bench
