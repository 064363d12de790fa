// Finds the rule that decides about a target, among many rules without "*".
//
// The texts of the rules are sorted. The parent of a text is the longest other
// text that is a prefix of it. An example, where rank 0 is the first to decide:
//
//     text         parent   rank
//     /search      none     1
//     /shop/       none     2
//     /shop/cart   /shop/   0
//
// find() looks for the last text that sorts before the target or is equal to
// the target. Each text that is a prefix of the target is this last text or an
// ancestor of this last text. For the target "/shop/shoes", this last text is
// "/shop/cart", which is not a prefix of the target. Its parent "/shop/" is a
// prefix, so the rule "/shop/" decides. So find() takes one binary search and
// then a few steps from child to parent.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "policy/matching/rule.hpp"

namespace robots {

class PrefixIndex {
  public:
    struct Entry {
        std::string_view text;  // must outlive the index
        bool whole;             // whether the text must equal the target
        Rank rank;
    };

    explicit PrefixIndex(std::vector<Entry> entries);

    // Returns the lowest rank of the entries that match `target`, or kNoRank if
    // none matches. An entry matches if its text is a prefix of `target`. A
    // `whole` entry matches only if its text equals `target`.
    Rank find(std::string_view target) const;

    // Returns how many octets of memory the index has allocated.
    std::size_t octets() const { return nodes_.capacity() * sizeof(Node); }

  private:
    struct Node {
        std::string_view text;
        // The lowest rank of the entries of this node and of its ancestors,
        // except the `whole` entries.
        Rank prefix;
        Rank whole;            // the lowest rank of this node's `whole` entries
        std::uint32_t parent;  // index of the parent node, or kNone
    };
    static constexpr std::uint32_t kNone = UINT32_MAX;

    std::vector<Node> nodes_;  // sorted by text
};

}  // namespace robots
