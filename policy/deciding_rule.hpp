// What a group says about one request target.

#ifndef ROBOTS_POLICY_DECIDING_RULE_HPP
#define ROBOTS_POLICY_DECIDING_RULE_HPP

#include <string_view>

#include "groups.hpp"
#include "target.hpp"

namespace robots {

// A request target as it was sent, read once for all questions about it.
struct SentTarget {
    SentTarget(std::string_view sent, Slashes kept)
        : text(sent), slashes(kept), plain(is_plain(sent)) {}

    std::string_view text;
    Slashes slashes;
    bool plain;  // is_plain(text)
};

// The rule that decides about a request target in a group: for a target that
// the server resolves to another path, the stricter of both answers. nullptr:
// allowed by no rule.
const Rule* deciding_rule(const Group& group, const SentTarget& target);

// Whether the server answers the target with robots.txt.
bool is_robots_txt(const SentTarget& target);

}  // namespace robots

#endif
