// The rules with "*" that are worth trying on a target.
//
// Of each such rule, one gram (three octets in a row of one of its literal
// runs, the one that the fewest other rules have) is a key; a target that lacks
// it can't match. A look-up slides over the target once, asks a small bitmap
// about each gram and only where that answers yes a hash table. Rules whose
// runs are all shorter than a gram are keyed by one octet, and those without
// any octet are always tried. Every rule has one key, and every key is tried
// once, so that a look-up costs at most one pass over the target and one trial
// of each rule, whatever the target.

#ifndef ROBOTS_POLICY_GRAM_INDEX_HPP
#define ROBOTS_POLICY_GRAM_INDEX_HPP

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pattern.hpp"
#include "prefix_trie.hpp"

namespace robots {

class GramIndex {
  public:
    struct Entry {
        const Pattern* pattern;  // outlives the index
        Rank rank;
    };

    // `entries` in the order of their ranks.
    explicit GramIndex(const std::vector<Entry>& entries);

    // The least rank below `best` of all patterns that match `target`, or
    // `best`.
    Rank find(std::string_view target, Rank best) const;

  private:
    using Gram = std::uint32_t;
    using Entries = std::vector<Entry>;

    void index_grams();
    void add_by_octet(char octet, const Entry& entry);
    bool may_have(Gram gram) const;
    std::uint32_t slot(Gram gram) const;

    static Rank try_all(const Entries& entries, std::string_view target,
                        Rank best);
    Rank find_by_octet(std::string_view target, Rank best) const;
    Rank find_by_gram(std::string_view target, Rank best) const;

    std::vector<std::uint64_t> bitmap_;  // of slots, about 1 in 16 set
    unsigned shift_ = 0;                 // from a hash to a slot
    std::unordered_map<Gram, Entries> by_gram_;
    std::vector<std::pair<char, Entries>> by_octet_;
    Entries always_;
    Entries all_;
};

}  // namespace robots

#endif
