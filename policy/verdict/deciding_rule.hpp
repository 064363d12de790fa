// What a group says about one request target.

#ifndef ROBOTS_POLICY_VERDICT_DECIDING_RULE_HPP
#define ROBOTS_POLICY_VERDICT_DECIDING_RULE_HPP

#include <string>
#include <string_view>

#include "policy/matching/target.hpp"
#include "policy/site/groups.hpp"

namespace robots {

// What a target that is not plain is matched as: made once where several
// crawlers are judged for the same one.
struct PreparedTarget {
    PreparedTarget(std::string_view sent, Slashes slashes);

    std::string as_sent;    // normalise_target
    bool resolves = false;  // needs_resolving
    std::string resolved;   // resolve_target, where it resolves
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

// The rule that decides about a request target in a group. A target that the
// server resolves to another path is closed where either reading is closed;
// but an Allow that decides about the target as it was sent stands against a
// Disallow of the resolved one where it is at least as long and, its own path
// resolved too (resolved_pattern.hpp), matches there. nullptr: allowed by no
// rule.
const Rule* deciding_rule_of_odd(const Group& group, const SentTarget& target);
inline const Rule* deciding_rule(const Group& group, const SentTarget& target) {
    return target.plain ? group.rules.match(target.text)
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
