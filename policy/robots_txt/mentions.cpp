#include "policy/robots_txt/mentions.hpp"

#include <unordered_map>

#include "policy/base/ascii.hpp"

namespace robots {

std::vector<Mention> mentions(const RobotsTxt& document) {
    std::vector<Mention> all;
    std::unordered_map<std::string, std::size_t> by_token;
    for (std::size_t i = 0; i < document.groups.size(); ++i) {
        for (const std::string& token : document.groups[i].user_agents) {
            const auto [it, added] = by_token.emplace(fold(token), all.size());
            if (added) {
                all.push_back({token, {}});
            }
            GroupIndices& groups = all[it->second].groups;
            if (groups.empty() || groups.back() != i) {
                groups.push_back(i);
            }
        }
    }
    return all;
}

}  // namespace robots
