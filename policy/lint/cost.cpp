#include "policy/lint/cost.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <tuple>
#include <vector>

#include "policy/lint/families.hpp"
#include "policy/matching/find_run.hpp"
#include "policy/matching/pattern.hpp"

namespace robots::lint {

namespace {

using std::chrono::nanoseconds;

// By default, nginx accepts targets of up to 8 KiB. A client can make a target
// of this size for which each rule with "*" is tried, and the last run of each
// rule is searched up to the target's end (docs/evidence/performance.md). The
// runs of a rule are the texts before, between and after its "*". A trial takes
// kTrial, or kTrialOfLongRun if a run is longer than kCheapRun. In addition, a
// trial takes kFurtherRun for each run after the second.
constexpr nanoseconds kTrial{5000};
constexpr nanoseconds kTrialOfLongRun{35000};
constexpr nanoseconds kFurtherRun{50};
constexpr nanoseconds kMostTime{5000000};

// The maximum number of User-Agent headers that are read from a request.
constexpr std::size_t kMostHeaders = 8;

// Whether matching the rule needs a search in the target. A rule whose only "*"
// is at its end is just compared with the start of the target.
bool is_searched(const Rule& rule) {
    const std::size_t runs = rule.pattern.run_count();
    return runs > 2 || (runs == 2 && (!rule.pattern.run(1).empty() ||
                                      rule.pattern.anchored()));
}

nanoseconds time_of(const Rule& rule) {
    const auto runs = rule.pattern.runs();
    const bool is_long =
        std::any_of(runs.begin() + 1, runs.end(),
                    [](const auto& run) { return run.size() > kCheapRun; });
    return (is_long ? kTrialOfLongRun : kTrial) +
           static_cast<std::int64_t>(runs.size() - 2) * kFurtherRun;
}

// The rules of a group that need a search (is_searched()), added up.
struct Part {
    std::size_t rules = 0;
    nanoseconds time{0};
    const Group* group = nullptr;
};

}  // namespace

bool Cost::is_high() const {
    return time > kMostTime;
}

std::string Cost::text() const {
    const auto milliseconds =
        std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
    return std::to_string(rules) + " rules with `*` apply to " +
           cited(dearest->name) +
           (groups > 1 ? " and other crawlers that one request can name" : "") +
           ", so a request of 8 KiB that is made for them can cost about " +
           std::to_string(milliseconds) + " ms of CPU time";
}

// If several groups take the same time, Cost::dearest is the first of them.
Cost cost_of(const Groups& groups,
             const std::function<bool(const Rule&)>& counts) {
    std::set<const Rule*> seen;  // groups may share their rules
    std::vector<Part> dear;
    const auto is_dear = [&counts](const Rule& rule) {
        return is_searched(rule) && counts(rule);
    };
    for (const auto& group : groups.all()) {
        const auto rules = group->rules.rules();
        if (!seen.insert(rules.begin()).second) {
            continue;
        }
        Part part{0, nanoseconds{0}, group.get()};
        for (const Rule& rule : rules) {
            if (is_dear(rule)) {
                ++part.rules;
                part.time += time_of(rule);
            }
        }
        if (part.rules > 0) {
            dear.push_back(part);
        }
    }
    std::stable_sort(
        dear.begin(), dear.end(),
        [](const Part& a, const Part& b) { return a.time > b.time; });
    Cost cost;
    for (; cost.groups < std::min(dear.size(), kMostHeaders); ++cost.groups) {
        cost.rules += dear[cost.groups].rules;
        cost.time += dear[cost.groups].time;
    }
    if (!dear.empty()) {
        cost.dearest = dear.front().group;
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

void lint_cost(const Subject& subject, Reporter& report) {
    const Cost cost =
        cost_of(subject.compiled, [](const Rule&) { return true; });
    if (cost.is_high()) {
        report.tell(cost.first->place, Code::costly_wildcards,
                    cost.text() +
                        "; close folders instead of patterns, or write "
                        "`large_client_header_buffers 4 1k;` in nginx.conf to "
                        "refuse such requests (and browsers with cookies of "
                        "more than 1 KiB)");
    }
}

}  // namespace robots::lint
