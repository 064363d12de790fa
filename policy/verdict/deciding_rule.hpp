// Finds the rule of a group that decides about one request target.
//
// The server may resolve the target that a client sends to another path: it
// answers "/a/../b" with "/b". Both the sent and the resolved target are
// matched. Examples, for a group with "Disallow: /b":
//
//     /b            disallowed
//     /a/../b       resolves to /b: disallowed
//     /%62          is /b: disallowed
//     /a//b         resolves to /a/b (merge_slashes): allowed, no rule matches

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "policy/base/short_list.hpp"
#include "policy/matching/target.hpp"
#include "policy/site/groups.hpp"

namespace robots {

// A request target as it was sent and as the server resolves it, parsed once
// for all calls. The sent target must outlive this object. A plain target
// (is_plain) is not copied.
class SentTarget {
  public:
    SentTarget(std::string_view sent, Slashes slashes)
        : as_sent_(sent), slashes_(slashes) {
        if (!is_plain(sent)) {
            read_odd();
        }
    }
    SentTarget(const SentTarget&) = delete;
    SentTarget& operator=(const SentTarget&) = delete;

    // Returns the group's rule that decides about the target. Returns nullptr
    // if no rule matches: then the target is allowed.
    //
    // If the server resolves the target to another path, rules are matched with
    // the sent and with the resolved target. A Disallow for one of the two
    // targets wins against an Allow for the other. One exception: an Allow for
    // the sent target wins if it is at least as long as the Disallow for the
    // resolved target, and if the Allow, with its path resolved
    // (resolved_pattern.hpp), matches the resolved target.
    //
    // A request can mention up to eight crawlers. If their groups share rules,
    // these rules are matched only once.
    const Rule* rule_of(const Group& group) const;
    // Returns how many different sets of rules were matched so far.
    std::size_t matches() const { return matched_.size(); }

    // Whether the server answers the target with robots.txt.
    bool is_robots_txt() const;

  private:
    struct Match {
        const Rule* first_of;  // the first rule of the matched set
        const Rule* rule;
    };

    void read_odd();
    const Rule* match(const RuleSet& rules) const;

    std::string_view as_sent_;  // in normal form
    Slashes slashes_;
    std::string normal_;
    std::string resolved_;  // empty if as_sent_ needs no resolving
    // Two matches for each of eight crawlers: one for its group in the current
    // robots.txt, and one for its group in the earlier robots.txt that it is
    // still allowed to follow (its grace revision, terms.hpp).
    mutable ShortList<Match, 16> matched_;
};

}  // namespace robots
