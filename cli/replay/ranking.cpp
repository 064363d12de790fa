#include "cli/replay/ranking.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace robotsctl {

std::vector<const Tally*> by_requests(const Replay& replay) {
    std::vector<const Tally*> out;
    for (const auto& tally : replay.tallies()) {
        out.push_back(tally.get());
    }
    std::sort(out.begin(), out.end(), [](const Tally* a, const Tally* b) {
        return a->requests != b->requests ? a->requests > b->requests
                                          : a->token < b->token;
    });
    return out;
}

namespace {

// Several values as they are on several lines: "Request-rate: 1/5, 10/60".
template <class Value>
std::string line_of(const char* field, const std::vector<Value>& values) {
    std::string out;
    for (const Value& value : values) {
        out += (out.empty() ? field + std::string(": ") : ", ") + value.text();
    }
    return out;
}

RuleLine line_of(const robots::Policy& policy, const robots::Pace& pace,
                 robots::Violation violation) {
    switch (violation) {
        case robots::Violation::request_rate:
            return {line_of("Request-rate", pace.request_rates),
                    policy.where(pace.places.request_rates),
                    {}};
        case robots::Violation::visit_time:
            return {line_of("Visit-time", pace.visit_times),
                    policy.where(pace.places.visit_times),
                    {}};
        default:
            return {"Crawl-delay: " + robots::seconds_text(*pace.crawl_delay),
                    policy.where(pace.places.crawl_delay),
                    {}};
    }
}

}  // namespace

std::vector<RuleLine> rules_of(const robots::Policy& policy,
                               const Tally& tally) {
    std::map<std::pair<std::string, std::string>, RuleHits> merged;
    for (const auto& [rule, hits] : tally.rules) {
        RuleHits& all = merged[{policy.where(rule->place), rule->text()}];
        all.requests += hits.requests;
        all.example = hits.example;
    }
    for (const auto& [key, hits] : tally.paces) {
        const RuleLine line = line_of(policy, *key.first, key.second);
        RuleHits& all = merged[{line.where, line.text}];
        all.requests += hits.requests;
        all.example = hits.example;
    }
    std::vector<RuleLine> out;
    out.reserve(merged.size());
    for (auto& [name, hits] : merged) {
        out.push_back({name.second, name.first, std::move(hits)});
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const RuleLine& a, const RuleLine& b) {
                         return a.hits.requests > b.hits.requests;
                     });
    return out;
}

}  // namespace robotsctl
