// The rules of one robots.txt group. The longest rule that matches decides, and
// Allow wins a tie (RFC 9309 2.2.2).

#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "policy/base/array_view.hpp"
#include "policy/matching/rule.hpp"

namespace robots {

// Immutable after construction. Copies of a RuleSet share one list of rules.
//
// The rules are sorted by length, the longest first. The rank of a rule is its
// index in this order. Of all rules that match, the rule with the lowest rank
// decides. An example:
//
//     rank 0  Disallow: /shop/*.pdf$     12 octets
//     rank 1  Allow: /shop/a             7 octets: Allow is first in a tie
//     rank 2  Disallow: /shop/b          7 octets
//
//     /shop/a.pdf   ranks 0 and 1 match; rank 0 decides: disallowed
//     /shop/a.html  only rank 1 matches, and decides: allowed
//
// Up to sixteen rules are tried one by one. In a larger set, one binary search
// finds the best rule without "*" (PrefixIndex), and one pass over the target
// selects the few rules with "*" that can match (GramIndex). The lower rank of
// the two results decides. In the worst case, each rule with "*" is tried once,
// in a time that is linear in the length of the target. match() never
// allocates. The memory of a rule is its pattern and 40 octets. In a set of
// more than sixteen rules, the indexes take 20 to 40 octets more for each rule.
class RuleSet {
  public:
    RuleSet() : RuleSet(std::vector<NewRule>{}) {}
    explicit RuleSet(std::vector<NewRule> rules);

    // Returns the rule that decides about `target`, which must be normalised
    // (normalise_target). Returns nullptr if no rule matches. Then the target
    // is allowed.
    const Rule* match(std::string_view target) const;

    // Returns a view of all rules, sorted by rank.
    ArrayView<Rule> rules() const;

    // Returns the memory of the rules and their indexes, in octets.
    std::size_t octets() const;

  private:
    struct Indexes;
    struct Compiled;

    std::shared_ptr<const Compiled> compiled_;
};

}  // namespace robots
