#include "policy/loader/import_result.hpp"

#include <algorithm>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/matching/pattern.hpp"
#include "policy/robots_txt/line_limit.hpp"

namespace robots {

namespace {

// The longest key in front of a path.
constexpr std::size_t kKey = std::string_view("Content-Usage: ").size();

// Without a path means for all; "/" says the same.
std::string usage_path(const ContentUsageLine& usage) {
    return usage.path == "/" ? "" : usage.path;
}

}  // namespace

std::optional<std::string> imported_path(std::string_view path) {
    const Pattern pattern(path);
    if (pattern.runs().empty() ||
        pattern.text().size() + kKey > kMaxRobotsLine) {
        return std::nullopt;
    }
    return std::string(pattern.text());
}

ImportResult::ImportResult(const RobotsTxt& merged) {
    for (const RobotsGroup& group : merged.groups) {
        if (!group.user_agents.empty()) {
            add(group);
        }
    }
}

void ImportResult::add(const RobotsGroup& from) {
    ImportGroup group;
    std::unordered_set<std::string>& lines = lines_.emplace_back();
    for (const std::string& token : from.user_agents) {
        if (by_token_.emplace(fold(token), groups_.size()).second) {
            group.user_agents.push_back(token);
        }
    }
    for (const RuleLine& rule : from.rules) {
        auto path = imported_path(rule.path);
        if (path && lines.insert(line_key(rule.allow, *path)).second) {
            (rule.allow ? group.allow : group.disallow)
                .push_back(std::move(*path));
        }
    }
    group.crawl_delay = from.crawl_delay;
    group.crawl_delay_at = from.pace_places.crawl_delay;
    for (const RequestRate& rate : from.request_rates) {
        if (group.request_rates.size() < kMaxRequestRates &&
            lines.insert(line_key(rate)).second) {
            group.request_rates.push_back(rate);
        }
    }
    for (const DayWindow& window : from.visit_times) {
        if (lines.insert(line_key(window)).second) {
            group.visit_times.push_back(window);
        }
    }
    group.comments = from.comments;
    add_use_of_content(from, group);
    groups_.push_back(std::move(group));
}

void ImportResult::add_use_of_content(const RobotsGroup& from,
                                      ImportGroup& group) {
    for (const OtherLine& line : from.other) {
        if (equal_folded(line.first, "content-signal")) {
            const auto signals = content_signals_from(line.second);
            for (std::size_t i = 0; signals && i < signals->size(); ++i) {
                if ((*signals)[i]) {
                    group.signals[i] = (*signals)[i];
                }
            }
        } else if (auto usage = content_usage_from(line.second);
                   usage && line.second.size() + kKey <= kMaxRobotsLine) {
            group.usage.emplace(usage_path(*usage),
                                std::move(usage->preferences));
        }
    }
}

std::optional<std::size_t> ImportResult::group_of(
    std::string_view token) const {
    const auto it = by_token_.find(fold(token));
    return it == by_token_.end() ? std::nullopt : std::optional(it->second);
}

bool ImportResult::says(std::size_t group,
                        const ContentSignals& signals) const {
    const ContentSignals& kept = groups_[group].signals;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        if (signals[i] && signals[i] != kept[i]) {
            return false;
        }
    }
    return true;
}

bool ImportResult::says(std::size_t group,
                        const ContentUsageLine& usage) const {
    const auto& all = groups_[group].usage;
    const auto it = all.find(usage_path(usage));
    return it != all.end() && it->second == usage.preferences;
}

std::string ImportResult::line_key(bool allow, std::string_view path) {
    return (allow ? "a" : "d") + std::string(path);
}

std::string ImportResult::line_key(const RequestRate& rate) {
    return 'r' + rate.text();
}

std::string ImportResult::line_key(const DayWindow& window) {
    return 'v' + window.text();
}

RobotsTxt ImportResult::document() const {
    RobotsTxt out;
    for (const ImportGroup& from : groups_) {
        RobotsGroup group;
        group.user_agents = from.user_agents;
        for (const bool allow : {true, false}) {
            for (const std::string& path : allow ? from.allow : from.disallow) {
                group.rules.push_back({allow, path, {}});
            }
        }
        group.crawl_delay = from.crawl_delay;
        group.request_rates = from.request_rates;
        group.visit_times = from.visit_times;
        group.comments = from.comments;
        if (std::string signals = text_of(from.signals); !signals.empty()) {
            group.other.emplace_back("Content-Signal", std::move(signals));
        }
        for (const auto& [path, preferences] : from.usage) {
            std::string value = path;
            value.append(path.empty() ? "" : " ").append(preferences);
            group.other.emplace_back("Content-Usage", std::move(value));
        }
        out.groups.push_back(std::move(group));
    }
    return out;
}

}  // namespace robots
