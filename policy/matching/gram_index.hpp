// Finds, among many rules with "*", the one that decides.
//
// Each rule has a key: four octets in a row of its literal runs (a 4-gram), the
// ones that the fewest rules have. A hash table has all keys. A look-up reads
// the target once and looks for the four octets at each place. Only rules whose
// key is there can match, and they are tried, the best rank first:
//
//     rule        /shop/*/print.html     key "int.": no other rule has it
//     target      /shop/42/print.html    has "int." at 11: try the rule
//
// Rules whose runs are all shorter than four octets have no key, and are always
// tried. A target can be made so that it has the keys of all rules. If it has
// more than a few, all rules are tried in order. So a look-up never costs more
// than its pass over the target and one trial of each rule, and a trial is
// linear in the target.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "policy/base/array_view.hpp"
#include "policy/matching/rule.hpp"

namespace robots {

class GramIndex {
  public:
    // For the rules at `ranks`, which are sorted. `rules` lie in the order in
    // which they decide, and outlive the index.
    GramIndex(const ArrayView<Rule>& rules, std::vector<Rank> ranks);

    // The least rank below `best` of those that match `target`, or `best`.
    Rank find(std::string_view target, Rank best) const;

    // The memory behind the object itself.
    std::size_t octets() const;

  private:
    struct Key {
        std::uint32_t gram;
        Rank rank;
        std::uint32_t next;  // of the same bucket, by rank
    };
    static constexpr std::uint32_t kNone = UINT32_MAX;

    std::uint32_t& bucket(std::uint32_t gram);
    std::uint32_t bucket(std::uint32_t gram) const;
    Rank first_match(const ArrayView<Rank>& ranks, std::string_view target,
                     Rank best) const;

    ArrayView<Rule> rules_;
    std::vector<Rank> ranks_;
    std::vector<Rank> keyless_;  // of these
    std::vector<Key> keys_;
    std::vector<std::uint32_t> buckets_;  // the first key of each, or kNone
};

}  // namespace robots
