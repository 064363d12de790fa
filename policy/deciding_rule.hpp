// What a group says about one request target.

#ifndef ROBOTS_POLICY_DECIDING_RULE_HPP
#define ROBOTS_POLICY_DECIDING_RULE_HPP

#include <string_view>

#include "groups.hpp"
#include "target.hpp"

namespace robots {

// The rule that decides about a request target in a group: for a target that
// the server resolves to another path, the stricter of both answers. nullptr:
// allowed by no rule.
const Rule* deciding_rule(const Group& group, std::string_view target,
                          Slashes slashes);

// Whether the server answers `target` with robots.txt.
bool is_robots_txt(std::string_view target, Slashes slashes);

}  // namespace robots

#endif
