// The rules of one group, matched together: the longest match decides, and
// Allow wins a tie (RFC 9309 2.2.2).

#ifndef ROBOTS_POLICY_MATCHING_RULE_SET_HPP
#define ROBOTS_POLICY_MATCHING_RULE_SET_HPP

#include <memory>
#include <string_view>
#include <vector>

#include "policy/base/array_view.hpp"
#include "policy/matching/rule.hpp"

namespace robots {

// Immutable once built; copies share their rules. Rules lie in the order in
// which they decide, longest first; the place of a rule in it is its rank, and
// the least rank of all that match is the answer. A few rules are tried one by
// one (FewRules). Of many, those without "*" are found by one walk down a trie
// (PrefixTrie), those with "*" by one pass over the target that picks the few
// that are worth a trial (GramIndex), and of both the one that comes first
// decides. So a match costs about as much with a hundred rules as with
// thousands: it depends on the target's length and on how many rules have a
// rare part in common with it. In the worst case, a target and rules made for
// it, each rule with "*" is tried about twice, each trial linear in the target.
// No match allocates. Rules and their octets lie in one piece of memory: a rule
// takes 40 octets and its pattern, and 16 to 70 for what finds it.
class RuleSet {
  public:
    RuleSet() : RuleSet(std::vector<NewRule>{}) {}
    explicit RuleSet(std::vector<NewRule> rules);

    // The rule that decides about `target` (normalised by normalise_target), or
    // nullptr where none matches and the target is allowed.
    const Rule* match(std::string_view target) const;

    // All rules, in the order in which they decide. A view into this set.
    ArrayView<Rule> rules() const;

  private:
    class Compiled;

    std::shared_ptr<const Compiled> compiled_;
};

}  // namespace robots

#endif
