#include "cli/diff/verdict_diff.hpp"

#include <algorithm>

#include "policy/crawlers/address_ranges.hpp"
#include "policy/verdict/judge.hpp"

namespace robotsctl {

namespace {

// Clients choose their names: the memory must have a bound.
constexpr std::size_t kMaxChanges = 100000;

std::string in_words(const robots::Verdict& verdict) {
    std::string out(to_string(verdict.violation));
    if (verdict.violation != robots::Violation::none) {
        out += ", ";
        out += to_string(verdict.action);
    }
    return out;
}

}  // namespace

VerdictDiff::VerdictDiff(const robots::Policy& before, SiteOfLine& sites_before,
                         const robots::Policy& after, SiteOfLine& sites_after)
    : before_(before, sites_before), after_(after, sites_after) {}

std::string VerdictDiff::Judge::verdict(const LogRecord& record,
                                        std::string& crawler) {
    const robots::Sighting sighting = headers.identify(record.user_agent);
    const std::string address = robots::address_from(record.address);
    const robots::Verdict verdict =
        robots::judge(policy, sighting ? sites.find(record) : nullptr, sighting,
                      request_of(record, address), record.arrival(), budgets,
                      robots::Action::reject);
    if (sighting) {
        crawler.assign(sighting.token);
    }
    return in_words(verdict);
}

void VerdictDiff::take(const LogRecord& record) {
    ++requests_;
    // Neither policy judges requests of browsers. What nginx did not judge is
    // left out.
    if (record.judged == Judged::no ||
        (!before_.headers.identify(record.user_agent) &&
         !after_.headers.identify(record.user_agent))) {
        return;
    }
    queue_.push(record);
    compare_arrived();
}

void VerdictDiff::finish() {
    queue_.finish();
    compare_arrived();
}

void VerdictDiff::compare_arrived() {
    while (const LogRecord* record = queue_.pop()) {
        compare(*record);
    }
}

void VerdictDiff::compare(const LogRecord& record) {
    std::string crawler;
    const std::string before = before_.verdict(record, crawler);
    const std::string after = after_.verdict(record, crawler);
    if (before == after) {
        return;
    }
    ++different_;
    std::tuple key{crawler, before, after};
    if (changes_.size() >= kMaxChanges && changes_.count(key) == 0) {
        std::get<0>(key) = kOthers;
    }
    RuleHits& hits = changes_[key];
    if (hits.requests++ == 0) {
        hits.example = example_of(record.target);
    }
}

std::vector<VerdictChange> VerdictDiff::changes() const {
    std::vector<VerdictChange> out;
    for (const auto& [key, hits] : changes_) {
        const auto& [crawler, before, after] = key;
        out.push_back({crawler, before, after, hits.requests, hits.example});
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const VerdictChange& a, const VerdictChange& b) {
                         return a.requests > b.requests;
                     });
    return out;
}

}  // namespace robotsctl
