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
    Place place;        // where the rule is in the policy
    bool allow;
    bool by_index;  // this is "Allow: /$", implied by "Allow: /index.html"

    // Returns the line of the rule: "Disallow: /private".
    std::string text() const;
};

// A rule that is an input to the constructor of a RuleSet.
struct NewRule {
    bool allow;
    Pattern pattern;
    Place place;
    bool by_index = false;
};

// A line key identifies a robots.txt line that decides about requests. The key
// is a hash of the line's meaning, and is equal in every process. Only the
// lowest bit is not part of the hash. The bit is 1 if a request for which the
// line decides breaks robots.txt. So the keys of "Disallow: /a" (lowest bit 1)
// and "Allow: /a" (lowest bit 0) differ in one bit. The key 0 means "no line".
constexpr std::uint64_t kBrokenBit = 1;
constexpr std::uint64_t make_line_key(std::uint64_t hash, bool broken) {
    return broken ? hash | kBrokenBit : hash & ~kBrokenBit;
}
constexpr bool is_broken_by_deciding(std::uint64_t line_key) {
    return (line_key & kBrokenBit) != 0;
}

// Returns the line key of a rule: a hash of `pattern`, with kBrokenBit set if
// `allow` is false.
std::uint64_t rule_key(bool allow, const PatternView& pattern);

// The index of a rule in its RuleSet. Of the rules that match, the rule with
// the lowest index decides. kNoRank means "no rule".
using Rank = std::uint32_t;
constexpr Rank kNoRank = UINT32_MAX;

}  // namespace robots
