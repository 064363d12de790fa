// The rules with "*" of a group that has but a few of them.
//
// Each has a pair: of its literal octets, the two in a row that targets have
// least often. A target that lacks the pair can't match the rule, and nearly
// all targets lack it, so that a look-up costs one pass over the target for
// each rule, sixteen octets at a time, and hardly ever a trial.

#ifndef ROBOTS_POLICY_FEW_WILDCARDS_HPP
#define ROBOTS_POLICY_FEW_WILDCARDS_HPP

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "rule.hpp"

namespace robots {

class FewWildcards {
  public:
    // More are found faster by a GramIndex.
    static constexpr std::size_t kMost = 4;

    // Of `rules`, which lie in the order in which they decide and outlive this,
    // those of `ranks`, in order.
    FewWildcards(const std::vector<Rule>& rules,
                 const std::vector<Rank>& ranks);

    // The least rank below `best` of those that match `target`, or `best`.
    Rank find(std::string_view target, Rank best) const;

  private:
    struct Entry {
        Rank rank;
        bool has_pair;
        std::array<char, 2> pair;
    };

    const Rule* rules_;
    std::vector<Entry> entries_;
};

}  // namespace robots

#endif
