// The rules of one group: the longest match decides, and Allow wins a tie (RFC
// 9309 2.2.2).

#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "policy/base/array_view.hpp"
#include "policy/matching/rule.hpp"

namespace robots {

// Immutable once built; copies share their rules.
//
// Rules are in the order in which they decide, the longest first. The rank of a
// rule is its index in that order. Of all rules that match, the rule with the
// lowest rank decides. An example:
//
//     rank 0  Disallow: /shop/*.pdf$     12 octets
//     rank 1  Allow: /shop/a             7 octets: Allow is first in a tie
//     rank 2  Disallow: /shop/b          7 octets
//
//     /shop/a.pdf   ranks 0 and 1 match: rank 0 decides, closed
//     /shop/a.html  rank 1 decides, open
//
// Up to sixteen rules are tried one by one. In a larger set, one binary search
// finds the best rule without "*" (PrefixIndex), and one pass over the target
// selects the few rules with "*" that can match (GramIndex). The lower rank of
// the two results decides. In the worst case, each rule with "*" is tried once,
// and each trial is linear in the target. match() never allocates. A rule takes
// 40 octets and its pattern, and 20 to 40 octets more if the set has more than
// sixteen rules.
class RuleSet {
  public:
    RuleSet() : RuleSet(std::vector<NewRule>{}) {}
    explicit RuleSet(std::vector<NewRule> rules);

    // Returns the rule that decides about `target`, which must be normalised
    // (normalise_target). nullptr: no rule matches, so the target is allowed.
    const Rule* match(std::string_view target) const;

    // Returns a view of all rules, in the order in which they decide.
    ArrayView<Rule> rules() const;

    // The memory that the rules and their indexes take, in octets.
    std::size_t octets() const;

  private:
    struct Indexes;
    struct Compiled;

    std::shared_ptr<const Compiled> compiled_;
};

}  // namespace robots
