#include "policy/robots_txt/shared_reading.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "policy/base/ascii.hpp"
#include "policy/robots_txt/mentions.hpp"

namespace robots {

namespace {

constexpr std::size_t kMostSharedOctets = 16 * kMaxRobotsTxt;

bool readings_part(std::string_view text) {
    std::vector<ReadLine> lines;
    read_lines(text, Reading::lenient, lines);
    return std::any_of(lines.begin(), lines.end(), [](const ReadLine& line) {
        return !line.said.has_colon ||
               key_from(line.said.key, Reading::strict) != line.meaning;
    });
}

// Merges the rules and the pace of the groups at `indices`.
RobotsGroup one_group(const RobotsTxt& document, const GroupIndices& indices) {
    RobotsGroup out;
    for (const std::size_t i : indices) {
        const RobotsGroup& from = document.groups[i];
        take_first(out.place, from.place);
        out.rules.insert(out.rules.end(), from.rules.begin(), from.rules.end());
        add_pace(out, from);
    }
    return out;
}

using Paths = std::unordered_set<std::string>;

Paths paths_of(const RobotsGroup& group, bool allow) {
    Paths out;
    for (const RuleLine& rule : group.rules) {
        if (rule.allow == allow) {
            out.insert(rule.path);
        }
    }
    return out;
}

// Reduces `group` to what both readings enforce. `other` is the group of the
// same token in the other reading. A path that either reading allows stays
// allowed.
void share(RobotsGroup& group, const RobotsGroup& other) {
    const Paths closed = paths_of(other, false);
    const Paths opened = paths_of(group, true);
    group.rules.erase(std::remove_if(group.rules.begin(), group.rules.end(),
                                     [&closed](const RuleLine& rule) {
                                         return !rule.allow &&
                                                closed.count(rule.path) == 0;
                                     }),
                      group.rules.end());
    for (const RuleLine& rule : other.rules) {
        if (rule.allow && opened.count(rule.path) == 0) {
            group.rules.push_back(rule);
        }
    }
    if (!other.crawl_delay || other.crawl_delay < group.crawl_delay) {
        group.crawl_delay = other.crawl_delay;
        group.pace_places.crawl_delay = other.pace_places.crawl_delay;
    }
    auto& rates = group.request_rates;
    rates.erase(std::remove_if(rates.begin(), rates.end(),
                               [&other](const RequestRate& rate) {
                                   return std::find(other.request_rates.begin(),
                                                    other.request_rates.end(),
                                                    rate) ==
                                          other.request_rates.end();
                               }),
                rates.end());
    // A crawler may visit in the windows of either reading. A reading without
    // windows allows all times.
    if (other.visit_times.empty() || group.visit_times.empty()) {
        group.visit_times.clear();
    } else {
        group.visit_times.insert(group.visit_times.end(),
                                 other.visit_times.begin(),
                                 other.visit_times.end());
    }
}

std::size_t octets_of(const RobotsGroup& group) {
    std::size_t out = sizeof group;
    for (const RuleLine& rule : group.rules) {
        out += sizeof rule + rule.path.size();
    }
    return out;
}

}  // namespace

std::optional<RobotsTxt> shared_reading(std::string_view text,
                                        std::uint32_t file) {
    RobotsTxt lenient = parse_robots_txt(text, Reading::lenient, file);
    if (!readings_part(text)) {
        return lenient;
    }
    const RobotsTxt strict = parse_robots_txt(text, Reading::strict, file);
    std::unordered_map<std::string, GroupIndices> by_strict;
    for (Mention& mention : mentions(strict)) {
        by_strict.emplace(fold(mention.token), std::move(mention.groups));
    }
    RobotsTxt out;
    out.other = lenient.other;
    std::map<std::pair<GroupIndices, GroupIndices>, std::size_t> made;
    std::size_t octets = 0;
    for (const Mention& mention : mentions(lenient)) {
        auto found = by_strict.find(fold(mention.token));
        if (found == by_strict.end()) {
            found = by_strict.find("*");
        }
        const GroupIndices others =
            found == by_strict.end() ? GroupIndices{} : found->second;
        const auto [it, added] =
            made.try_emplace({mention.groups, others}, out.groups.size());
        if (added) {
            RobotsGroup group = one_group(lenient, mention.groups);
            share(group, one_group(strict, others));
            octets += octets_of(group);
            if (octets > kMostSharedOctets) {
                return std::nullopt;
            }
            out.groups.push_back(std::move(group));
        }
        out.groups[it->second].user_agents.push_back(mention.token);
    }
    return out;
}

}  // namespace robots
