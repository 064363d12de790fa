// Finds the rule that decides among many rules without "*".
//
// The texts of the rules are sorted. Each text has a parent: the longest other
// text that it starts with. An example; rules with a lower rank decide first:
//
//     text         parent   rank
//     /search      none     1
//     /shop/       none     2
//     /shop/cart   /shop/   0
//
// find() looks for the last text that does not sort behind the target. Each
// text with which the target starts is this text, or an ancestor of it. For
// "/shop/shoes", the last text is "/shop/cart". The target does not start with
// it, but with its parent "/shop/", which decides. So find() takes a binary
// search, and a few steps to an ancestor.

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

    // Returns the lowest rank of the entries with whose text `target` starts; a
    // `whole` entry counts only if its text equals `target`. kNoRank: none.
    Rank find(std::string_view target) const;

    // The octets of memory that the index allocated.
    std::size_t octets() const { return nodes_.capacity() * sizeof(Node); }

  private:
    struct Node {
        std::string_view text;
        Rank prefix;  // the lowest rank of it and its ancestors
        Rank whole;   // the lowest rank of its `whole` entries
        std::uint32_t parent;
    };
    static constexpr std::uint32_t kNone = UINT32_MAX;

    std::vector<Node> nodes_;  // sorted by text
};

}  // namespace robots
