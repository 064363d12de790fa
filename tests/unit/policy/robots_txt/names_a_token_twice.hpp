#pragma once

#include <set>
#include <string>

#include "policy/base/ascii.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

// Whether `document` names a token in two groups, or twice in one.
inline bool names_a_token_twice(const RobotsTxt& document) {
    std::set<std::string> seen;
    for (const RobotsGroup& group : document.groups) {
        for (const std::string& token : group.user_agents) {
            if (!seen.insert(fold(token)).second) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace robots
