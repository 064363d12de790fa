// Prints the result of a replay, for people and for programs.

#pragma once

#include <string>
#include <vector>

#include "cli/judging/tally.hpp"
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
void print_report(const robots::Policy& policy, const ReplayResult& replay,
                  const LogCounts& counts, const ReportSize& size);

// Prints unreadable lines and limits that were reached on standard error.
void print_complaints(const ReplayResult& replay, const LogCounts& counts);

// Prints JSON Lines: an object for each crawler with all its rules, and at the
// end one with "summary": true.
void print_json_report(const robots::Policy& policy, const ReplayResult& replay,
                       const LogCounts& counts);

// Prints the verdict on one request as a JSON object. Its keys are those of the
// log format in nginx-conf-examples/log-only.
void print_line(const LogRecord& record, const robots::Verdict& verdict);

// A rule, or a line about the pace such as "Crawl-delay: 10", as it is written
// in the policy. Sites that share a template share it.
struct RuleLine {
    std::string text;
    std::string where;
    RuleHits hits;
};

// The crawlers with the most requests come first.
std::vector<const Tally*> by_requests(const ReplayResult& replay);

// The rules and lines that disallowed requests of a crawler, most requests
// first.
std::vector<RuleLine> rules_of(const robots::Policy& policy,
                               const Tally& tally);

}  // namespace robotsctl
