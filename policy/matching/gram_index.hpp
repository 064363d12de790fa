// Finds the rule that decides among many rules with "*", by n-grams.
//
// The key of a rule is one of the 4-grams (four successive octets) in its
// literal runs: the 4-gram that is rarest in all rules. A hash table contains
// all keys. find() reads the target once, and looks up the 4-gram at each
// offset. A rule can match only if the target contains its key. find() tries
// these rules, the lowest rank first:
//
//     rule        /shop/*/print.html     key "int.", in no other rule
//     target      /shop/42/print.html    has "int." at 11: try this rule
//
// A rule has no key if all its runs are shorter than four octets. find() always
// tries the rules without a key. A client can send a target that contains the
// keys of all rules, and the author of the rules can choose keys with hash
// collisions. So if a target contains more than 64 keys, or if its lookups meet
// too many keys of other 4-grams in the same buckets, find() tries all rules in
// order instead. The maximum cost of find() is one pass over the target and one
// trial of each rule. The time of a trial is linear in the length of the
// target.

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
    // Indexes the rules rules[rank] for each rank in `ranks`. `ranks` must be
    // sorted. `rules` must be sorted by rank (RuleSet) and outlive the index.
    GramIndex(const ArrayView<Rule>& rules, std::vector<Rank> ranks);

    // Returns the lowest rank of the indexed rules that match `target`. Returns
    // `best` if `best` is lower or no rule matches.
    Rank find(std::string_view target, Rank best) const;

    // Returns how many octets of memory the index has allocated.
    std::size_t octets() const;

  private:
    struct Key {
        std::uint32_t gram;
        Rank rank;
        std::uint32_t next;  // index of the bucket's next key, or kNone
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
    std::vector<std::uint32_t> buckets_;  // each bucket's first key, or kNone
};

}  // namespace robots
