// The rules without "*", found in one walk along the target.
//
// A radix tree over the octets of the rules: each node stands for what its
// ancestors' labels and its own spell, and knows the best rule that is exactly
// that text. A look-up follows the target from the root and remembers the best
// rule on its way; it ends at the first octet that no rule continues with, so
// that its cost is bounded by the target's length and does not depend on the
// number of rules.

#ifndef ROBOTS_POLICY_PREFIX_TRIE_HPP
#define ROBOTS_POLICY_PREFIX_TRIE_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace robots {

// The place of a rule in the order in which rules decide; kNoRank: none.
using Rank = std::uint32_t;
constexpr Rank kNoRank = UINT32_MAX;

class PrefixTrie {
  public:
    // One rule: its octets, whether they must be the whole target, its rank.
    struct Entry {
        std::string text;
        bool whole;
        Rank rank;
    };

    explicit PrefixTrie(std::vector<Entry> entries);

    // The least rank of all entries that `target` starts with (or, of `whole`
    // entries, equals).
    Rank find(std::string_view target) const;

  private:
    struct Node {
        std::uint32_t label = 0;  // where its octets start in labels_
        std::uint32_t label_size = 0;
        std::uint32_t children = 0;  // the first; siblings follow
        std::uint32_t child_count = 0;
        Rank prefix = kNoRank;
        Rank whole = kNoRank;
    };
    using Range = std::vector<Entry>::const_iterator;

    void fill(std::uint32_t node, Range first, Range last, std::size_t depth);
    void take_label(std::uint32_t node, Range first, Range last,
                    std::size_t depth);
    const Node* child(const Node& node, char octet) const;

    std::vector<Node> nodes_;
    std::string labels_;
    std::string first_octets_;  // of each node's label, for fast search
};

}  // namespace robots

#endif
