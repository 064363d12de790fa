// Prints the result of a replay, for people and for programs.

#ifndef ROBOTS_CLI_REPLAY_REPORT_HPP
#define ROBOTS_CLI_REPLAY_REPORT_HPP

#include "cli/log/log_merge.hpp"
#include "cli/replay/replay.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

struct ReportSize {
    std::size_t crawlers = 20;  // 0: all
    std::size_t rules = 5;      // for each crawler; 0: all
};

// Prints on standard output; unreadable lines and limits that were reached on
// standard error.
void print_report(const robots::Policy& policy, const Replay& replay,
                  const LogCounts& counts, const ReportSize& size);

// Prints unreadable lines and limits that were reached on standard error.
void print_complaints(const Replay& replay, const LogCounts& counts);

// Prints JSON Lines: an object for each crawler with all its rules, and at the
// end one with "summary": true.
void print_json_report(const robots::Policy& policy, const Replay& replay,
                       const LogCounts& counts);

}  // namespace robotsctl

#endif
