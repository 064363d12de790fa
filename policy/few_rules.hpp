// The rules of a group that has but a few, as most have: tried one by one in
// the order in which they decide, so that the first that matches is the answer.
//
// Two looks spare nearly all trials. The first eight octets of a target are
// compared with the rule's as one number. And a rule with "*" has a pair: of
// its octets the two in a row that targets have least often; a target that
// lacks the pair can't match, and is searched for it sixteen octets at a time.

#ifndef ROBOTS_POLICY_FEW_RULES_HPP
#define ROBOTS_POLICY_FEW_RULES_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "array_view.hpp"
#include "octets.hpp"
#include "rule.hpp"

namespace robots {

class FewRules {
  public:
    // What of a rule is looked at first.
    struct Look {
        std::uint64_t start;  // the first octets of the target
        std::uint8_t known;   // how many of them the rule tells
        bool has_pair;
        std::array<char, 2> pair;
    };

    // Whether rules are so few that nothing finds them faster.
    static bool are_few(const std::vector<NewRule>& rules);
    static Look look_at(const PatternView& pattern);

    // `looks` has look_at() of each of `rules`, which lie in the order in which
    // they decide; both outlive this.
    FewRules(const Look* looks, const ArrayView<Rule>& rules)
        : looks_(looks, rules.size()), rules_(rules.begin()) {}

    // The rank of the rule that decides about `target`.
    Rank find(std::string_view target) const;

  private:
    Rank rank(const Look& look) const {
        return static_cast<Rank>(&look - looks_.begin());
    }
    bool matches(const Look& look, std::string_view target) const;

    ArrayView<Look> looks_;
    const Rule* rules_;
};

// Inline, since every match takes this way, and nearly all end here.
inline Rank FewRules::find(std::string_view target) const {
    const std::uint64_t start = octets_at(target, 0);
    for (const Look& look : looks_) {
        if (((start ^ look.start) & kFirstOctets[look.known]) == 0 &&
            matches(look, target)) {
            return rank(look);
        }
    }
    return kNoRank;
}

}  // namespace robots

#endif
