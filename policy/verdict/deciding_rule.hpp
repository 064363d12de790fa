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

#ifndef ROBOTS_POLICY_VERDICT_DECIDING_RULE_HPP
#define ROBOTS_POLICY_VERDICT_DECIDING_RULE_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "policy/matching/target.hpp"
#include "policy/site/groups.hpp"

namespace robots {

// The readings of a target, made once if several crawlers are judged for the
// same one, and the rules that decided about it.
struct PreparedTarget {
    PreparedTarget(std::string_view sent, Slashes slashes);

    // Rules that several groups share are matched once.
    const Rule* rule_of(const Group& group) const;
    // How many were matched.
    std::size_t matches() const { return decided_.size(); }

    std::string as_sent;    // normalise_target
    bool resolves = false;  // needs_resolving
    std::string resolved;   // resolve_target, if it resolves

  private:
    struct Decided {
        const Rule* first_of;  // these rules
        const Rule* rule;
    };

    Slashes slashes_;
    mutable std::vector<Decided> decided_;
};

// A request target as it was sent, read once for all questions about it.
struct SentTarget {
    SentTarget(std::string_view sent, Slashes kept,
               const PreparedTarget* made = nullptr)
        : text(sent), slashes(kept), plain(is_plain(sent)), prepared(made) {}

    std::string_view text;
    Slashes slashes;
    bool plain;                      // is_plain(text)
    const PreparedTarget* prepared;  // or nullptr
};

// The rule of a group that decides about a target; nullptr: none, so it is
// allowed. If the server resolves the target to another path, it is closed if
// either reading is. There is one exception: an Allow that decides about the
// target as it was sent wins against a Disallow of the resolved one if it is at
// least as long and, with its own path resolved (resolved_pattern.hpp), matches
// the resolved target too.
const Rule* deciding_rule_of_odd(const Group& group, const SentTarget& target);
inline const Rule* deciding_rule(const Group& group, const SentTarget& target) {
    return target.plain && target.prepared == nullptr
               ? group.rules.match(target.text)
               : deciding_rule_of_odd(group, target);
}

constexpr std::string_view kRobotsTxtPath = "/robots.txt";

// Whether the server answers the target with robots.txt.
bool is_odd_robots_txt(const SentTarget& target);
inline bool is_robots_txt(const SentTarget& target) {
    const std::string_view text = target.text;
    return target.plain
               ? text.substr(0, kRobotsTxtPath.size()) == kRobotsTxtPath &&
                     (text.size() == kRobotsTxtPath.size() ||
                      text[kRobotsTxtPath.size()] == '?')
               : is_odd_robots_txt(target);
}

}  // namespace robots

#endif
