// The rules without "*", found in one walk along the target.
//
// A radix tree over the octets of the rules: each node stands for what its
// ancestors and its own label spell, and knows the best rule that is exactly
// that text. A look-up follows the target from the root and remembers the best
// rule on its way; it ends at the first octet that no rule continues with, so
// that its cost is bounded by the target's length and does not depend on the
// number of rules. All nodes lie in one array in the order of a walk, each
// beside its label and the first octets of its children: a step reads a cache
// line or two. Where there are many rules, a hash table of their first four
// octets spares the first steps, which have the most branches. A rule takes 40
// to 50 octets.

#ifndef ROBOTS_POLICY_MATCHING_PREFIX_TRIE_HPP
#define ROBOTS_POLICY_MATCHING_PREFIX_TRIE_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "policy/matching/rule.hpp"

namespace robots {

class PrefixTrie {
  public:
    // One rule: its octets, whether they must be the whole target, its rank.
    struct Entry {
        std::string_view text;  // read by the constructor only
        bool whole;
        Rank rank;
    };

    explicit PrefixTrie(std::vector<Entry> entries);

    // The least rank of all entries that `target` starts with (or, of `whole`
    // entries, equals).
    Rank find(std::string_view target) const;

  private:
    using Word = std::uint32_t;
    using Range = std::vector<Entry>::const_iterator;

    // Where to go on behind the first octets of a target, and the best rule so
    // far.
    struct Start {
        std::uint32_t octets;  // 0: none; no rule has that octet
        Word node;
        Rank best;
    };

    Word add(Range first, Range last, std::size_t depth, Rank best);
    void hash_starts();
    const Start* start_of(std::string_view target) const;

    // Node after node, the root first. Each is: the rank of the best rule that
    // it is the text of; of the best that wants nothing behind it; the size of
    // its label and, in the low octet, how many children it has; the octets of
    // the label and, one for each child, those that follow; where in words_
    // each child lies.
    std::vector<Word> words_;
    std::vector<Start> starts_;  // open addressing; empty where rules are few
    bool has_starts_;
};

}  // namespace robots

#endif
