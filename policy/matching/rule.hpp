// One Allow or Disallow line, compiled (RFC 9309 2.2.2).

#pragma once

#include <cstdint>
#include <string>

#include "policy/base/diagnostic.hpp"
#include "policy/matching/pattern.hpp"

namespace robots {

// A rule of a RuleSet. The RuleSet owns the text of the pattern.
struct Rule {
    PatternView pattern;
    std::uint64_t key;  // rule_key() of this rule
    Place place;        // where it is in the policy
    bool allow;
    bool by_index;  // "Allow: /$", implied by "Allow: /index.html"

    // "Disallow: /private"
    std::string text() const;
};

// A rule that goes into a RuleSet.
struct NewRule {
    bool allow;
    Pattern pattern;
    Place place;
    bool by_index = false;
};

// The key of a robots.txt line that decides about requests: a hash of the
// line's meaning, the same in every process. The lowest bit is not part of the
// hash: it is set if requests for which the line decides break robots.txt. So
// the keys of "Disallow: /a" and "Allow: /a" differ only in this bit, which is
// set for Disallow. The key 0 means no line.
constexpr std::uint64_t kBrokenBit = 1;
constexpr std::uint64_t make_line_key(std::uint64_t hash, bool broken) {
    return broken ? hash | kBrokenBit : hash & ~kBrokenBit;
}
constexpr bool is_broken_by_deciding(std::uint64_t line_key) {
    return (line_key & kBrokenBit) != 0;
}

// Returns the key of a rule: a hash of its pattern, with kBrokenBit if it
// disallows.
std::uint64_t rule_key(bool allow, const PatternView& pattern);

// The index of a rule in its RuleSet, where the lowest index decides. kNoRank
// means no rule.
using Rank = std::uint32_t;
constexpr Rank kNoRank = UINT32_MAX;

}  // namespace robots
