// Which rule of a group decides about one request target.
//
// A target may be written in one way and resolved by the server to another:
// "/a/../b" is "/b". Both readings are looked at. Examples, for a group with
// "Disallow: /b":
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

// A request target as it was sent and as the server resolves it, read once for
// all questions about it. What was sent outlives it. Nothing of a plain target
// (is_plain) is copied.
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

    // The rule of a group that decides; nullptr: none, so it is allowed. If the
    // server resolves the target to another path, it is closed if either
    // reading is. There is one exception: an Allow that decides about the
    // target as it was sent wins against a Disallow of the resolved one if it
    // is at least as long and, with its own path resolved
    // (resolved_pattern.hpp), matches the resolved target too.
    //
    // Rules that several groups share are matched once: a request may name
    // eight crawlers.
    const Rule* rule_of(const Group& group) const;
    // How many sets of rules were matched.
    std::size_t matches() const { return matched_.size(); }

    // Whether the server answers it with robots.txt.
    bool is_robots_txt() const;

  private:
    struct Match {
        const Rule* first_of;  // these rules
        const Rule* rule;
    };

    void read_odd();
    const Rule* match(const RuleSet& rules) const;

    std::string_view as_sent_;  // in normal form
    Slashes slashes_;
    std::string normal_;
    std::string resolved_;  // "": as it was sent
    // A group and one of a grace revision for each crawler.
    mutable ShortList<Match, 16> matched_;
};

inline const Rule* deciding_rule(const Group& group, const SentTarget& target) {
    return target.rule_of(group);
}

inline bool is_robots_txt(const SentTarget& target) {
    return target.is_robots_txt();
}

}  // namespace robots
