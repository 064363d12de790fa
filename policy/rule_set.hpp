// The rules of one group, matched together: the longest match decides, and
// Allow wins a tie (RFC 9309 2.2.2).

#ifndef ROBOTS_POLICY_RULE_SET_HPP
#define ROBOTS_POLICY_RULE_SET_HPP

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostic.hpp"
#include "gram_index.hpp"
#include "pattern.hpp"
#include "prefix_trie.hpp"

namespace robots {

struct Rule {
    bool allow = false;
    Pattern pattern;
    Place place;  // where the policy's author wrote it

    // "Disallow: /private"
    std::string text() const;
};

// Immutable once built; copies share their rules. Rules lie in the order in
// which they decide, longest first, so that the first that matches is the
// answer. Few rules are simply tried in that order. Many are indexed: those
// without "*" by PrefixTrie, those with "*" by GramIndex; of what both find,
// the one that comes first decides. A match then costs a walk along the target
// and the trial of the few wildcard rules that have a rare part in common with
// it.
class RuleSet {
  public:
    RuleSet() : RuleSet(std::vector<Rule>{}) {}
    explicit RuleSet(std::vector<Rule> rules);

    // The rule that decides about `target` (normalised by normalise_target), or
    // nullptr where none matches and the target is allowed.
    const Rule* match(std::string_view target) const;

    // All rules, in the order in which they decide.
    const std::vector<Rule>& rules() const { return compiled_->rules; }

  private:
    struct Compiled {
        std::vector<Rule> rules;
        // Set where there are many rules.
        std::unique_ptr<const PrefixTrie> literals;
        std::unique_ptr<const GramIndex> wildcards;
    };

    std::shared_ptr<const Compiled> compiled_;
};

}  // namespace robots

#endif
