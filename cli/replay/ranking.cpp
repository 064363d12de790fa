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

std::vector<RuleLine> rules_of(const robots::Policy& policy,
                               const Tally& tally) {
    std::map<std::pair<std::string, std::string>, RuleHits> merged;
    for (const auto& [rule, hits] : tally.rules) {
        RuleHits& all = merged[{policy.where(rule->place), rule->text()}];
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
