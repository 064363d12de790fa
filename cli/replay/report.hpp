// What a replay found, for people and for programs.

#ifndef ROBOTS_CLI_REPLAY_REPORT_HPP
#define ROBOTS_CLI_REPLAY_REPORT_HPP

#include "cli/log/log_merge.hpp"
#include "cli/replay/replay.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

struct ReportSize {
    std::size_t crawlers = 20;  // how many are shown; 0: all
    std::size_t rules = 5;      // of each; 0: all
};

// On standard output; unreadable lines and full bounds on standard error.
void print_report(const robots::Policy& policy, const Replay& replay,
                  const LogCounts& counts, const ReportSize& size);

// Unreadable lines and full bounds alone, on standard error.
void print_complaints(const Replay& replay, const LogCounts& counts);

// JSON Lines: an object for each crawler, all of them with all their rules, and
// one with "summary": true at the end.
void print_json_report(const robots::Policy& policy, const Replay& replay,
                       const LogCounts& counts);

}  // namespace robotsctl

#endif
