#include "policy/loader/build/use_of_group.hpp"

#include <algorithm>
#include <vector>

namespace robots::loader {

namespace {

bool says_in(const BodyEntry& body, Dialect dialect) {
    return body.dialects()[static_cast<std::size_t>(dialect)];
}

bool is_for_all(const GroupEntry& group) {
    return std::any_of(group.user_agents.begin(), group.user_agents.end(),
                       [](const Text& token) { return token.value == "*"; });
}

}  // namespace

void add_use(const BodyEntry& body, const GroupEntry& entry,
             RobotsGroup& group) {
    std::vector<ContentSignalLine> signals = entry.content_signal;
    if (signals.empty() && says_in(body, Dialect::content_signal)) {
        signals = signals_of(body.usage->value);
    }
    std::vector<ContentUsageLine> usage =
        entry.content_usage.value_or(std::vector<ContentUsageLine>{});
    if (!entry.content_usage && says_in(body, Dialect::content_usage)) {
        usage = usage_of(body.usage->value);
    }
    UseOfContent use;
    for (const ContentSignalLine& line : signals) {
        use.add(line);
    }
    for (const ContentUsageLine& line : usage) {
        use.add(line);
    }
    group.other = use.lines();
    if (entry.license) {
        for (const Text& license : *entry.license) {
            group.other.emplace_back("License", license.value);
        }
    }
}

std::optional<GroupEntry> group_for_others(const BodyEntry& body) {
    const bool says = says_in(body, Dialect::content_signal) ||
                      says_in(body, Dialect::content_usage);
    if (!says ||
        std::any_of(body.groups->begin(), body.groups->end(), is_for_all)) {
        return std::nullopt;
    }
    GroupEntry group;
    group.place = body.usage->place;
    group.user_agents.push_back({"*", body.usage->place});
    return group;
}

}  // namespace robots::loader
