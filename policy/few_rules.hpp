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

#include "octets.hpp"
#include "rule.hpp"

namespace robots {

class FewRules {
  public:
    // Whether rules are so few that nothing finds them faster. `rules` lie in
    // the order in which they decide.
    static bool are_few(const std::vector<Rule>& rules);

    // `rules` outlive this.
    explicit FewRules(const std::vector<Rule>& rules);

    // The rank of the rule that decides about `target`.
    Rank find(std::string_view target) const;

  private:
    struct Entry {
        std::uint64_t start;  // the first octets of the target
        std::uint64_t mask;   // those of them that the rule tells
        Rank rank;
        bool has_pair;
        std::array<char, 2> pair;
    };

    bool matches(const Entry& entry, std::string_view target) const;

    const Rule* rules_;
    std::vector<Entry> entries_;
};

// Inline, since every match takes this way, and nearly all end here.
inline Rank FewRules::find(std::string_view target) const {
    const std::uint64_t start = octets_at(target, 0);
    for (const Entry& entry : entries_) {
        if (((start ^ entry.start) & entry.mask) == 0 &&
            matches(entry, target)) {
            return entry.rank;
        }
    }
    return kNoRank;
}

}  // namespace robots

#endif
