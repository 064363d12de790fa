// The rules of one group, matched together: the longest match decides, and
// Allow wins a tie (RFC 9309 2.2.2).

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
// Rules lie in the order in which they decide, longest first. The place of a
// rule in that order is its rank: of all rules that match, the one with the
// least rank is the answer. An example:
//
//     rank 0  Disallow: /shop/*.pdf$     12 octets
//     rank 1  Allow: /shop/a             7 octets; of one length, Allow is
//     first rank 2  Disallow: /shop/b          7 octets
//
//     /shop/a.pdf   ranks 0 and 1 match: rank 0 decides, closed
//     /shop/a.html  rank 1 decides, open
//
// Up to sixteen rules are tried one by one. Of more, those without "*" are
// found by one binary search (PrefixIndex), those with "*" by one pass over the
// target that picks the few that are worth a trial (GramIndex); of the two
// answers the least rank decides. In the worst case, with a target and rules
// made for it, each rule with "*" is tried once, and each trial is linear in
// the target. No match allocates. A rule takes 40 octets and its pattern, and
// of many rules 20 to 40 more.
class RuleSet {
  public:
    RuleSet() : RuleSet(std::vector<NewRule>{}) {}
    explicit RuleSet(std::vector<NewRule> rules);

    // The rule that decides about `target`, which is normalised
    // (normalise_target). nullptr: none matches, and the target is allowed.
    const Rule* match(std::string_view target) const;

    // All rules, in the order in which they decide. A view into this set.
    ArrayView<Rule> rules() const;

    // The memory that the rules and what finds them take, in octets.
    std::size_t octets() const;

  private:
    struct Indexes;
    struct Compiled;

    std::shared_ptr<const Compiled> compiled_;
};

}  // namespace robots
