// Prints the result of a replay, for people and for programs.

#pragma once

#include <string>
#include <vector>

#include "cli/coverage/coverage.hpp"
#include "cli/judging/tally.hpp"
#include "cli/log/log_merge.hpp"
#include "cli/output/json.hpp"
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

// The first lines of it: how much was read, and what of it was not judged.
void print_head(const ReplayResult& replay, const LogCounts& counts);

// Prints unreadable lines and limits that were reached on standard error.
void print_complaints(const ReplayResult& replay, const LogCounts& counts);

// Prints JSON Lines: an object for each crawler with all its rules, and at the
// end one with "summary": true.
void print_json_report(const robots::Policy& policy, const ReplayResult& replay,
                       const LogCounts& counts);
Json summary_json(const ReplayResult& replay, const LogCounts& counts);

// Prints which lines of the policy decided and which did not, for people or as
// JSON Lines: an object for each line, and at the end one with "summary": true.
void print_coverage(const robots::Policy& policy, const ReplayResult& replay,
                    const LogCounts& counts, const Coverage& coverage,
                    bool json);

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

// What requests cost is shown as the time of upstreams if a log has that, or
// else as the time that requests took. `all`: what all requests cost.
//
// The title of the column; nullptr: the log has neither.
const char* cost_title(const Cost& all);
// "12.5 s", of one crawler.
std::string cost_text(const Cost& all, const Cost& one);
// A sentence about what the log lacks for that; empty: nothing.
std::string cost_note(const Cost& all);

// The crawlers with the most requests come first.
std::vector<const Tally*> by_requests(const ReplayResult& replay);

// The rules and lines that disallowed requests of a crawler, most requests
// first.
std::vector<RuleLine> rules_of(const robots::Policy& policy,
                               const Tally& tally);

}  // namespace robotsctl
