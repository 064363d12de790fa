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

void take_longer_delay(RobotsGroup& to, const RobotsGroup& from) {
    if (from.crawl_delay > to.crawl_delay) {
        to.crawl_delay = from.crawl_delay;
        to.pace_places.crawl_delay = from.pace_places.crawl_delay;
    }
}

void add_pace(RobotsGroup& to, const RobotsGroup& from) {
    take_longer_delay(to, from);
    to.request_rates.insert(to.request_rates.end(), from.request_rates.begin(),
                            from.request_rates.end());
    to.visit_times.insert(to.visit_times.end(), from.visit_times.begin(),
                          from.visit_times.end());
    take_first(to.pace_places.request_rates, from.pace_places.request_rates);
    take_first(to.pace_places.visit_times, from.pace_places.visit_times);
}

}  // namespace robots
