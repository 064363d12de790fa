// Finds, among many rules with "*", the few that are worth a trial on a target.
//
// Each rule has a key: up to eight octets in a row of one of its literal runs,
// from the place that the fewest other rules have in common with it. A target
// without these octets cannot match the rule. A target is read once, five
// octets (a gram) at every other place. So each rule enters two keys that start
// one place apart: in a target that matches, one of the two starts at an even
// place. A gram passes three checks before a rule is tried:
//
//     bitmap      may any key start with these octets? Mostly not: next gram
//     buckets     the keys that start with the first four octets
//     key, tied   all octets of the key, and four octets at a place that the
//                 rule ties to the target's start or end, are in the target
//
// An example, the rule "/shop/*/print.html" and a target that it matches:
//
//     runs        "/shop/" and "/print.html"
//     rare spot   run 1, behind "/pr": no other rule has "int."
//     keys        "int.html" with offset 3, "nt.html" with offset 4
//     tied        "hop/" at 2, the end of the first run
//
//     target      /shop/42/print.html
//                 0 2 4 6 8 10  14  18     places that are read
//     grams       "/shop" "hop/4" "p/42/" "42/pr" "/prin" "rint." "nt.ht" ...
//     bitmap      no, until "nt.ht" at 12
//     bucket      of "nt.h": the second key, of which all seven octets agree
//     tied        "hop/" is at 2: try the rule, with its run 1 at 12 - 4 = 8
//
// A key of less than four octets does not fill what the bitmap and the buckets
// go by. It is entered for all octets that could follow it. If all runs of a
// rule are shorter than three octets, its key is one octet, and is searched
// for.
//
// A look-up costs one pass over the target, about eight instructions an octet,
// however many rules there are. Rules and a target that are made for each other
// cannot make it try rules without end: once about as much is spent as it costs
// to try each rule once, that is done instead, and each trial is linear in the
// target. A rule takes about 70 octets, but up to 600 if its key is short.

#ifndef ROBOTS_POLICY_MATCHING_GRAM_INDEX_HPP
#define ROBOTS_POLICY_MATCHING_GRAM_INDEX_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "policy/base/array_view.hpp"
#include "policy/matching/rule.hpp"

namespace robots {

class GramIndex {
  public:
    // For the rules at `ranks`, which are sorted and have "*" and something
    // behind it. `rules` lie in the order in which they decide, and outlive the
    // index.
    GramIndex(const ArrayView<Rule>& rules, std::vector<Rank> ranks);

    // The least rank below `best` of those that match `target`, or `best`.
    Rank find(std::string_view target, Rank best) const;

    // Behind the object itself.
    std::size_t octets() const;

  private:
    using Hashed = std::uint32_t;  // the first octets of a gram

    struct Key {
        std::uint64_t octets;
        std::uint32_t tied;    // octets that the target must have at tied_at
        std::int32_t tied_at;  // negative: from the target's end
        Rank rank;
        std::uint16_t offset;  // of the key in its run
        std::uint8_t run;
        std::uint8_t size : 4;
        std::uint8_t tied_size : 4;
    };
    struct OctetKey {
        char octet;
        Rank rank;
    };
    struct Draft;
    struct Place;
    class Search;

    // Building, in this order.
    void draft(Rank rank, std::size_t run, std::size_t at,
               std::vector<Draft>& drafts);
    static void tie(const PatternView& pattern, Key& key);
    void set_bits(const Key& key);
    void draft_in_buckets(const Key& key, std::vector<Draft>& drafts) const;
    void sort_by_bucket(const std::vector<Draft>& drafts);

    std::uint64_t& bits(Hashed octets);
    std::uint64_t bits(Hashed octets) const;
    std::uint32_t bucket(Hashed octets) const;

    Rank find_by_octet(std::string_view target, Rank best) const;
    Rank try_all(std::string_view target, Rank best) const;

    ArrayView<Rule> rules_;
    std::vector<Rank> ranks_;
    std::vector<std::uint64_t> bitmap_;
    std::vector<std::uint32_t>
        buckets_;                       // the place in keys_ where each starts
    std::vector<Key> keys_;             // by bucket, then rank
    std::vector<OctetKey> octet_keys_;  // by octet, then rank
    std::size_t shortest_ = SIZE_MAX;   // size of the shortest key
};

}  // namespace robots

#endif
