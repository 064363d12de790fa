// What a replay counted, in the order in which a report tells it.

#ifndef ROBOTS_CLI_REPLAY_RANKING_HPP
#define ROBOTS_CLI_REPLAY_RANKING_HPP

#include <string>
#include <vector>

#include "cli/judging/tally.hpp"
#include "cli/replay/replay.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

// A rule as the policy's author knows it: sites that share a template have the
// same one.
struct RuleLine {
    std::string text;
    std::string where;
    RuleHits hits;
};

// The crawlers, those with the most requests first.
std::vector<const Tally*> by_requests(const Replay& replay);

// The rules that a crawler ran into, most often first.
std::vector<RuleLine> rules_of(const robots::Policy& policy,
                               const Tally& tally);

}  // namespace robotsctl

#endif
