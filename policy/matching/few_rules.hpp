// The rules of a group that has but a few, as most have: tried one by one in
// the order in which they decide, so that the first that matches is the answer.
//
// Two looks spare nearly all trials. The first eight octets of a target are
// compared with the rule's as one number. And a rule with "*" has a pair: of
// its octets the two in a row that targets have least often; a target that
// lacks the pair can't match, and is searched for it sixteen octets at a time.

#ifndef ROBOTS_POLICY_MATCHING_FEW_RULES_HPP
#define ROBOTS_POLICY_MATCHING_FEW_RULES_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "policy/base/array_view.hpp"
#include "policy/base/octets.hpp"
#include "policy/matching/rare_pair.hpp"
#include "policy/matching/rule.hpp"

namespace robots {

class FewRules {
  public:
    // What of a rule is looked at first.
    struct Look {
        std::uint64_t start;  // the first octets of the target
        std::uint8_t known;   // how many of them the rule tells; maybe none
        bool has_pair;
        std::array<char, 2> pair;
    };

    // Whether rules are so few that nothing finds them faster.
    static bool are_few(const std::vector<NewRule>& rules);
    static Look look_at(const PatternView& pattern);

    // `looks` has look_at() of each of the rules from `rules` on, which lie in
    // the order in which they decide. Both outlive this.
    FewRules(const ArrayView<Look>& looks, const Rule* rules)
        : looks_(looks), rules_(rules) {}

    // The rule that decides about `target`, or nullptr.
    const Rule* match(std::string_view target) const;

  private:
    // False if one of both comparisons shows that the rule can't match a
    // target that starts with the octets `start`.
    static bool may_match(const Look& look, std::uint64_t start,
                          std::string_view target) {
        return ((start ^ look.start) & kFirstOctets[look.known]) == 0 &&
               (!look.has_pair || has_pair(target, look.pair));
    }
    [[gnu::noinline]] const Rule* match_from(const Look* look,
                                             std::string_view target) const;

    ArrayView<Look> looks_;
    const Rule* rules_;
};

// Inline, since every match takes this way, and nearly all end here. What may
// match is tried elsewhere, so that this loop calls nothing.
inline const Rule* FewRules::match(std::string_view target) const {
    const std::uint64_t start = octets_at(target, 0);
    for (const Look& look : looks_) {
        if (may_match(look, start, target)) {
            return match_from(&look, target);
        }
    }
    return nullptr;
}

}  // namespace robots

#endif
