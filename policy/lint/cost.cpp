#include "policy/lint/cost.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "policy/lint/families.hpp"
#include "policy/matching/pattern.hpp"

namespace robots::lint {

namespace {

// A target of 8 KiB, which is the longest that nginx takes unless it is
// configured otherwise, can be made so that it nearly matches each rule with
// "*". Trying one takes about 11 us then (docs/trust.md), whatever it looks
// like, since a trial is linear in the target.
constexpr std::size_t kMicrosecondsATrial = 11;
constexpr std::size_t kMostMicroseconds = 5000;

// User-Agent headers that are read of a request.
constexpr std::size_t kMostHeaders = 8;

// Whether the rule has to be searched for in a target. What has a "*" at its
// end alone is compared with its start.
bool is_searched(const Rule& rule) {
    const std::size_t runs = rule.pattern.run_count();
    return runs > 2 || (runs == 2 && (!rule.pattern.run(1).empty() ||
                                      rule.pattern.anchored()));
}

}  // namespace

bool Cost::is_high() const {
    return rules * kMicrosecondsATrial > kMostMicroseconds;
}

std::string Cost::text() const {
    const std::size_t milliseconds = rules * kMicrosecondsATrial / 1000;
    return std::to_string(rules) + " rules with `*` apply to " +
           quoted(dearest->name) +
           (groups > 1 ? " and other crawlers that one request can name" : "") +
           ", so a request of 8 KiB that is made for them can cost about " +
           std::to_string(milliseconds) + " ms of CPU time";
}

// Of groups of one size, such as those of a category, the first is named.
Cost cost_of(const Groups& groups,
             const std::function<bool(const Rule&)>& counts) {
    std::set<const Rule*> seen;  // groups may share their rules
    std::vector<std::pair<std::size_t, const Group*>> dear;
    const auto is_dear = [&counts](const Rule& rule) {
        return is_searched(rule) && counts(rule);
    };
    for (const auto& group : groups.all()) {
        const auto rules = group->rules.rules();
        if (!seen.insert(rules.begin()).second) {
            continue;
        }
        const auto count = std::count_if(rules.begin(), rules.end(), is_dear);
        if (count > 0) {
            dear.emplace_back(count, group.get());
        }
    }
    std::stable_sort(
        dear.begin(), dear.end(),
        [](const auto& a, const auto& b) { return a.first > b.first; });
    Cost cost;
    for (; cost.groups < std::min(dear.size(), kMostHeaders); ++cost.groups) {
        cost.rules += dear[cost.groups].first;
    }
    if (!dear.empty()) {
        cost.dearest = dear.front().second;
        for (const Rule& rule : cost.dearest->rules.rules()) {
            const auto at = [](const Rule& each) {
                return std::tie(each.place.file, each.place.line);
            };
            if (is_dear(rule) &&
                (cost.first == nullptr || at(rule) < at(*cost.first))) {
                cost.first = &rule;
            }
        }
    }
    return cost;
}

void lint_cost(const Subject& subject, Report& report) {
    const Cost cost =
        cost_of(subject.compiled, [](const Rule&) { return true; });
    if (cost.is_high()) {
        report.tell(cost.first->place, Code::costly_wildcards,
                    cost.text() +
                        "; close folders instead of patterns, or write "
                        "`large_client_header_buffers 4 1k;` in nginx.conf to "
                        "refuse such requests");
    }
}

}  // namespace robots::lint
