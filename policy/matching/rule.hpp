// One Allow or Disallow line, compiled (RFC 9309 2.2.2).

#ifndef ROBOTS_POLICY_MATCHING_RULE_HPP
#define ROBOTS_POLICY_MATCHING_RULE_HPP

#include <cstdint>
#include <string>

#include "policy/base/diagnostic.hpp"
#include "policy/matching/pattern.hpp"

namespace robots {

// One of a RuleSet, which keeps the octets of its pattern.
struct Rule {
    PatternView pattern;
    // A hash of it, the same in every process, and odd where it disallows.
    std::uint64_t key;
    Place place;  // where the policy's author wrote it
    bool allow;

    // "Disallow: /private"
    std::string text() const;
};

// A rule that goes into a RuleSet.
struct NewRule {
    bool allow;
    Pattern pattern;
    Place place;
};

// What Rule::key is for such a rule.
std::uint64_t rule_key(bool allow, const PatternView& pattern);

// The place of a rule in the order in which the rules of a group decide;
// kNoRank: none.
using Rank = std::uint32_t;
constexpr Rank kNoRank = UINT32_MAX;

}  // namespace robots

#endif
