// What a request can cost at most.

#include <algorithm>
#include <cstddef>
#include <string>
#include <tuple>

#include "policy/lint/families.hpp"
#include "policy/matching/pattern.hpp"

namespace robots::lint {

namespace {

// A target of 8 KiB, which is the longest that nginx takes unless it is
// configured otherwise, can be made so that it nearly matches each rule with
// "*". Trying one takes about 11 us then (docs/trust.md), whatever it looks
// like, since a trial is linear in the target.
constexpr std::size_t kMicrosecondsATrial = 11;
constexpr std::size_t kManyTrials = 500;

// Rules that have to be searched for in a target. What has a "*" at its end
// alone is compared with its start.
std::size_t searched(const Group& group) {
    const auto rules = group.rules.rules();
    return static_cast<std::size_t>(
        std::count_if(rules.begin(), rules.end(), [](const Rule& rule) {
            const std::size_t runs = rule.pattern.run_count();
            return runs > 2 || (runs == 2 && (!rule.pattern.run(1).empty() ||
                                              rule.pattern.anchored()));
        }));
}

}  // namespace

// Of groups of one size, such as those of a category, the first is named.
void lint_cost(const Subject& subject, Report& report) {
    const Group* dearest = nullptr;
    std::size_t most = kManyTrials - 1;
    for (const auto& group : subject.compiled.all()) {
        if (const std::size_t rules = searched(*group); rules > most) {
            most = rules;
            dearest = group.get();
        }
    }
    if (dearest == nullptr) {
        return;
    }
    const std::size_t milliseconds = most * kMicrosecondsATrial / 1000;
    const auto rules = dearest->rules.rules();
    const Place& first =
        std::min_element(rules.begin(), rules.end(),
                         [](const Rule& a, const Rule& b) {
                             return std::tie(a.place.file, a.place.line) <
                                    std::tie(b.place.file, b.place.line);
                         })
            ->place;
    report.tell(first, Code::costly_wildcards,
                std::to_string(most) + " rules with `*` apply to " +
                    quoted(dearest->name) +
                    ", so a request of 8 KiB that is made for them can cost "
                    "about " +
                    std::to_string(milliseconds) +
                    " ms of CPU time; close folders instead of patterns, or "
                    "write `large_client_header_buffers 4 1k;` in nginx.conf "
                    "to refuse such requests");
}

}  // namespace robots::lint
