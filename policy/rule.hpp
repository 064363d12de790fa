// One Allow or Disallow line, compiled (RFC 9309 2.2.2).

#ifndef ROBOTS_POLICY_RULE_HPP
#define ROBOTS_POLICY_RULE_HPP

#include <cstdint>
#include <string>

#include "diagnostic.hpp"
#include "pattern.hpp"

namespace robots {

struct Rule {
    bool allow = false;
    Pattern pattern;
    Place place;  // where the policy's author wrote it
    // A hash of it, the same in every process, and odd where it disallows; set
    // by RuleSet.
    std::uint64_t key = 0;

    // "Disallow: /private"
    std::string text() const;
};

// What Rule::key is for such a rule.
std::uint64_t rule_key(bool allow, const Pattern& pattern);

// The place of a rule in the order in which the rules of a group decide;
// kNoRank: none.
using Rank = std::uint32_t;
constexpr Rank kNoRank = UINT32_MAX;

}  // namespace robots

#endif
