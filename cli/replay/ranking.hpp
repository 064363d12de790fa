// The counts of a replay, in the order of a report.

#ifndef ROBOTS_CLI_REPLAY_RANKING_HPP
#define ROBOTS_CLI_REPLAY_RANKING_HPP

#include <string>
#include <vector>

#include "cli/judging/tally.hpp"
#include "cli/replay/replay.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

// A rule, or a line about the pace such as "Crawl-delay: 10", as it is written
// in the policy. Sites that share a template share it.
struct RuleLine {
    std::string text;
    std::string where;
    RuleHits hits;
};

// The crawlers with the most requests come first.
std::vector<const Tally*> by_requests(const Replay& replay);

// What disallowed requests of a crawler, the most frequent first.
std::vector<RuleLine> rules_of(const robots::Policy& policy,
                               const Tally& tally);

}  // namespace robotsctl

#endif
