#include "policy/robots_txt/mentions.hpp"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <vector>

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

namespace {

// Limits the comparisons, since a robots.txt may have thousands of lines.
constexpr std::size_t kMostCompared = 100;

// Adds the lines of `from` that `to` lacks. Groups that inherit from the same
// group have lines in common.
template <typename Line>
void add_others(std::vector<Line>& to, const std::vector<Line>& from) {
    const std::size_t known = std::min(to.size(), kMostCompared);
    for (const Line& line : from) {
        const auto end = to.begin() + static_cast<std::ptrdiff_t>(known);
        if (std::find(to.begin(), end, line) == end) {
            to.push_back(line);
        }
    }
}

}  // namespace

void take_longer_delay(RobotsGroup& to, const RobotsGroup& from) {
    if (from.crawl_delay > to.crawl_delay) {
        to.crawl_delay = from.crawl_delay;
        to.pace_places.crawl_delay = from.pace_places.crawl_delay;
    }
}

void add_pace(RobotsGroup& to, const RobotsGroup& from) {
    take_longer_delay(to, from);
    add_others(to.request_rates, from.request_rates);
    add_others(to.visit_times, from.visit_times);
    take_first(to.pace_places.request_rates, from.pace_places.request_rates);
    take_first(to.pace_places.visit_times, from.pace_places.visit_times);
}

}  // namespace robots
