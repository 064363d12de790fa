// One Allow or Disallow line, compiled (RFC 9309 2.2.2).

#pragma once

#include <cstdint>
#include <string>

#include "policy/base/diagnostic.hpp"
#include "policy/matching/pattern.hpp"

namespace robots {

// A rule of a RuleSet, which keeps the text of its pattern.
struct Rule {
    PatternView pattern;
    std::uint64_t key;  // rule_key of it
    Place place;        // where the policy's author wrote it
    bool allow;
    bool by_index;  // "Allow: /$", since the line allows "/index.html"

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

// Names a line of a robots.txt that decides about requests: a hash of what it
// says, the same in every process. The lowest bit is not of the hash: it is
// set if a request that the line decides about breaks the robots.txt. So the
// key of "Disallow: /a" has it, and that of "Allow: /a" differs in just this
// bit. 0 stands for no line.
constexpr std::uint64_t kBrokenBit = 1;
constexpr std::uint64_t make_line_key(std::uint64_t hash, bool broken) {
    return broken ? hash | kBrokenBit : hash & ~kBrokenBit;
}
constexpr bool is_broken_by_deciding(std::uint64_t line_key) {
    return (line_key & kBrokenBit) != 0;
}

// The key of a rule: a hash of its pattern, and whether it disallows.
std::uint64_t rule_key(bool allow, const PatternView& pattern);

// The place of a rule in the order in which the rules of a group decide;
// kNoRank: none.
using Rank = std::uint32_t;
constexpr Rank kNoRank = UINT32_MAX;

}  // namespace robots
