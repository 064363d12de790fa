// Finds the rule that decides among many rules with "*", by n-grams.
//
// Each rule has a key: the rarest of all 4-grams (four successive octets) in
// its literal runs. Rare means that few rules contain it. A hash table holds
// all keys. find() reads the target once, and looks up the four octets at each
// place. Only rules whose key is in the target can match; these are tried, the
// lowest rank first:
//
//     rule        /shop/*/print.html     key "int.": no other rule has it
//     target      /shop/42/print.html    has "int." at 11: try the rule
//
// Rules whose runs are all shorter than four octets have no key, and are always
// tried. A client can make a target that contains the keys of all rules, and
// who writes the rules can choose keys that share a bucket. So if a target
// contains more than 64 keys, or meets too many keys of other grams, all rules
// are tried in order instead. find() never costs more than one pass over the
// target and one trial of each rule. A trial is linear in the target.

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
    // Indexes the rules whose ranks are in `ranks`, which must be sorted.
    // `rules` must be in the order in which they decide, and outlive the index.
    GramIndex(const ArrayView<Rule>& rules, std::vector<Rank> ranks);

    // Returns the lowest rank of the rules that match `target`, but `best` if
    // that is lower.
    Rank find(std::string_view target, Rank best) const;

    // The octets of memory that the index allocated.
    std::size_t octets() const;

  private:
    struct Key {
        std::uint32_t gram;
        Rank rank;
        std::uint32_t next;  // the next key of the bucket, by rank
    };
    static constexpr std::uint32_t kNone = UINT32_MAX;

    std::uint32_t& bucket(std::uint32_t gram);
    std::uint32_t bucket(std::uint32_t gram) const;
    Rank first_match(const ArrayView<Rank>& ranks, std::string_view target,
                     Rank best) const;

    ArrayView<Rule> rules_;
    std::vector<Rank> ranks_;
    std::vector<Rank> keyless_;  // ranks of rules without a key
    std::vector<Key> keys_;
    std::vector<std::uint32_t> buckets_;  // index of the first key, or kNone
};

}  // namespace robots
