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

template <class Line>
std::vector<OtherLine> lines_of(const std::vector<Line>& said) {
    UseOfContent use;
    for (const Line& line : said) {
        use.add(line);
    }
    return use.lines();
}

}  // namespace

UseOfGroups::UseOfGroups(const BodyEntry& body) {
    if (says_in(body, Dialect::content_signal)) {
        signals_ = lines_of(signals_of(body.usage->value));
    }
    if (says_in(body, Dialect::content_usage)) {
        usage_ = lines_of(usage_of(body.usage->value));
    }
}

void UseOfGroups::add_to(RobotsGroup& group, const GroupEntry& entry) const {
    group.other = entry.content_signal.empty() ? signals_
                                               : lines_of(entry.content_signal);
    const std::vector<OtherLine> usage =
        entry.content_usage ? lines_of(*entry.content_usage) : usage_;
    group.other.insert(group.other.end(), usage.begin(), usage.end());
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
