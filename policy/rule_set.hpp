// The rules of one group, matched together: the longest match decides, and
// Allow wins a tie (RFC 9309 2.2.2).

#ifndef ROBOTS_POLICY_RULE_SET_HPP
#define ROBOTS_POLICY_RULE_SET_HPP

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostic.hpp"
#include "pattern.hpp"

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
// answer.
class RuleSet {
  public:
    RuleSet() : RuleSet(std::vector<Rule>{}) {}
    explicit RuleSet(std::vector<Rule> rules);

    // The rule that decides about `target` (normalised by normalise_target), or
    // nullptr where none matches and the target is allowed.
    const Rule* match(std::string_view target) const;

    // All rules, in the order in which they decide.
    const std::vector<Rule>& rules() const { return *rules_; }

  private:
    std::shared_ptr<const std::vector<Rule>> rules_;
};

}  // namespace robots

#endif
