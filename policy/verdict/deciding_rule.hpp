// Finds the rule of a group that decides about one request target.
//
// The client may write a target in one way, and the server may resolve it to
// another path: "/a/../b" is "/b". Both readings are matched. Examples, for a
// group with "Disallow: /b":
//
//     /b            plain: closed
//     /a/../b       resolves to /b: closed
//     /%62          is /b: closed
//     /a//b         with merge_slashes /a/b: no rule matches, open

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

    // Returns the rule of a group that decides; nullptr: no rule matches, so
    // the target is allowed. If the server resolves the target to another path,
    // the target is closed if either reading is closed. There is one exception:
    // an Allow that decides about the target as it was sent wins against a
    // Disallow of the resolved target if the Allow is at least as long and,
    // with its own path resolved (resolved_pattern.hpp), matches the resolved
    // target too.
    //
    // Rules that several groups share are matched once, since a request may
    // name eight crawlers.
    const Rule* rule_of(const Group& group) const;
    // Returns how many sets of rules were matched.
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
    std::string resolved_;  // "": as_sent_ is resolved
    // Two matches for each crawler: one for its group, and one for its group in
    // its grace revision.
    mutable ShortList<Match, 16> matched_;
};

}  // namespace robots
