// Finds, among many rules without "*", the one that decides.
//
// The texts of the rules are sorted. Each knows its parent: the longest other
// text that it starts with. An example; the ranks say in which order the rules
// decide:
//
//     text         parent   rank
//     /search      none     1
//     /shop/       none     2
//     /shop/cart   /shop/   0
//
// All texts that a target starts with sort before the target, and are ancestors
// of the last text that does. For "/shop/shoes" that is "/shop/cart". The
// target does not start with it, but with its parent: "/shop/" decides. So a
// look-up is a binary search, and a few steps to an ancestor.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "policy/matching/rule.hpp"

namespace robots {

class PrefixIndex {
  public:
    // One rule.
    struct Entry {
        std::string_view text;  // outlives the index
        bool whole;             // whether the text must be the whole target
        Rank rank;
    };

    explicit PrefixIndex(std::vector<Entry> entries);

    // The least rank of all entries that `target` starts with (or, of `whole`
    // entries, equals).
    Rank find(std::string_view target) const;

    // The memory behind the object itself.
    std::size_t octets() const { return nodes_.capacity() * sizeof(Node); }

  private:
    struct Node {
        std::string_view text;
        Rank prefix;  // the least rank of its text and its ancestors
        Rank whole;   // the least rank of its text alone, if nothing follows
        std::uint32_t parent;
    };
    static constexpr std::uint32_t kNone = UINT32_MAX;

    std::vector<Node> nodes_;  // sorted by text
};

}  // namespace robots
