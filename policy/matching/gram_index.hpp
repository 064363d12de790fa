// The rules with "*" that are worth trying on a target.
//
// Each such rule has a key: up to eight octets in a row of one of its literal
// runs, from where the fewest other rules have the same. A target that lacks
// the key can't match the rule. A look-up reads the target once, four octets at
// every other place (a gram), and asks a bitmap whether a key may start with
// them; for that a rule enters two keys that start one place apart, since one
// of them lies at an even place of the target. Where the bitmap says yes, a
// hash table gives the keys that do start so. They are compared with the
// target, and so are four octets at a place that the rule ties to the target's
// front or end. Only a rule that agrees in both is tried, around its key. Rules
// whose runs are all shorter than three octets have one octet for a key, which
// is searched for.
//
// A look-up costs one pass over the target, about eight instructions an octet,
// whatever the number of rules. Rules and a target that are made for each other
// can't make it try rules without end: when about as much is spent as it costs
// to try each rule once, that is done instead, and each trial is linear in the
// target. A rule takes about 70 octets.

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
    // Of `rules`, which lie in the order in which they decide and outlive the
    // index, those of `ranks`, in order: rules with "*" and something behind
    // it.
    GramIndex(const ArrayView<Rule>& rules, std::vector<Rank> ranks);

    // The least rank below `best` of those that match `target`, or `best`.
    Rank find(std::string_view target, Rank best) const;

  private:
    using Hashed = std::uint32_t;  // the first octets of a gram

    struct Key {
        std::uint64_t octets;
        std::uint32_t tied;    // what the target has at tied_at
        std::int32_t tied_at;  // counts from the target's end where negative
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

    void draft(Rank rank, std::size_t run, std::size_t at,
               std::vector<Draft>& drafts);
    void set_bits(const Key& key);
    void enter(const std::vector<Draft>& drafts);

    std::uint64_t& bits(Hashed octets);
    std::uint64_t bits(Hashed octets) const;
    std::uint32_t bucket(Hashed octets) const;

    Rank find_by_octet(std::string_view target, Rank best) const;
    Rank try_all(std::string_view target, Rank best) const;

    ArrayView<Rule> rules_;
    std::vector<Rank> ranks_;
    std::vector<std::uint64_t> bitmap_;
    std::vector<std::uint32_t> buckets_;  // of each, its first key in keys_
    std::vector<Key> keys_;               // by bucket, then rank
    std::vector<OctetKey> octet_keys_;    // by octet, then rank
    std::size_t shortest_ = SIZE_MAX;     // of keys_
};

}  // namespace robots

#endif
