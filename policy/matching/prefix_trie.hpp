// Finds, among many rules without "*", the one that decides, in one walk along
// the target.
//
// A radix tree over the octets of the rules: a node stands for the text that
// its ancestors and its own label spell, and knows the best rule that has just
// this text. An example; the ranks say in which order the rules decide:
//
//     rank 0  /shop/cart         "/s"
//     rank 1  /search             |-- 'e' "arch"           rank 1
//     rank 2  /shop/              `-- 'h' "op/"            rank 2
//                                      `-- 'c' "art"       rank 0
//
// The target "/shop/shoes" is followed along "/s" and 'h' "op/". No child there
// starts with 's', so the walk ends. The least rank on the way is 2: "/shop/"
// decides. "/shop/cart/1" goes one node further, to rank 0.
//
// A look-up ends at the first octet with which no rule goes on. So its cost is
// bounded by the target's length, and does not depend on the number of rules.
// If there are many rules, a hash table of their first four octets spares the
// first steps, which have the most branches. A rule takes 40 to 50 octets.

#ifndef ROBOTS_POLICY_MATCHING_PREFIX_TRIE_HPP
#define ROBOTS_POLICY_MATCHING_PREFIX_TRIE_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "policy/matching/rule.hpp"

namespace robots {

class PrefixTrie {
  public:
    // One rule.
    struct Entry {
        std::string_view text;  // read by the constructor only
        bool whole;             // whether the text must be the whole target
        Rank rank;
    };

    explicit PrefixTrie(std::vector<Entry> entries);

    // The least rank of all entries that `target` starts with (or, of `whole`
    // entries, equals).
    Rank find(std::string_view target) const;

    // Behind the object itself.
    std::size_t octets() const {
        return words_.capacity() * sizeof(Word) +
               starts_.capacity() * sizeof(Start);
    }

  private:
    using Word = std::uint32_t;
    using Range = std::vector<Entry>::const_iterator;

    // What a walk along a target with these first four octets comes to.
    struct Start {
        std::uint32_t octets;  // 0: a free slot; no rule has that octet
        Word node;             // where the walk goes on
        Rank best;             // the best rule so far
    };

    // What a node holds, before it is put into words_.
    struct Node {
        Rank prefix = kNoRank;
        Rank whole = kNoRank;
        std::string_view label;
        std::string branches;  // the first octet of each child, sorted
    };

    Word add(Range first, Range last, std::size_t depth, Rank best);
    std::size_t end_of_label(Range first, Range last, std::size_t depth) const;
    Word put(const Node& node);
    void hash_starts();
    const Start* start_of(std::string_view target) const;

    // Node behind node, in the order of a walk, so that a step reads a cache
    // line or two. The root is the first. A node is, in words:
    //
    //     prefix     the best rank of the entries that have just its text
    //     whole      the same, of the entries that want nothing behind it
    //     shape      the label's size; in the lowest octet, how many children
    //     octets     the label, then the first octet of each child; filled up
    //                to a word
    //     places     of each child, where in words_ it starts
    std::vector<Word> words_;
    std::vector<Start> starts_;  // open addressing; empty if rules are few
    bool has_starts_;
};

}  // namespace robots

#endif
