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

// Prints the report on standard output, and the complaints on standard error.
void print_report(const robots::Policy& policy, const ReplayResult& replay,
                  const LogCounts& counts, const ReportSize& size);

// Prints the first lines of a report: how much was read, and which requests
// were not judged.
void print_head(const ReplayResult& replay, const LogCounts& counts);

// Prints unreadable lines and limits that were reached on standard error.
void print_complaints(const ReplayResult& replay, const LogCounts& counts);

// Prints JSON Lines: an object for each crawler with all its rules, and at the
// end one with "summary": true.
void print_json_report(const robots::Policy& policy, const ReplayResult& replay,
                       const LogCounts& counts);
Json summary_json(const ReplayResult& replay, const LogCounts& counts);

// Prints which lines of the policy decided about requests and which did not,
// for people or as JSON Lines: an object for each line, and at the end one with
// "summary": true.
void print_coverage(const robots::Policy& policy, const ReplayResult& replay,
                    const LogCounts& counts, const Coverage& coverage,
                    bool json);

// Prints the verdict on one request as a JSON object. The keys of the object
// are those of the log format in nginx-conf-examples/log-only.
void print_line(const LogRecord& record, const robots::Verdict& verdict);

// A rule or a line about the pace, for example "Crawl-delay: 10", at its place
// in the policy. Sites that share a template share its lines.
struct RuleLineHits {
    std::string text;
    std::string where;
    RuleHits hits;
};

// If the log has the time of upstreams, this time is the cost of requests.
// Otherwise the cost is the time that requests took. `all` is the cost of all
// requests.
//
// Returns the title of the column; nullptr if the log has neither time.
const char* cost_title(const MeasuredCost& all);
// Returns the cost of one crawler: "12.5 s".
std::string cost_text(const MeasuredCost& all, const MeasuredCost& one);
// Returns a sentence about the times that the log lacks; empty if the log has
// all times.
std::string cost_note(const MeasuredCost& all);

// Returns the tallies of all crawlers, those with the most requests first.
std::vector<const JudgedTally*> by_requests(const ReplayResult& replay);

// Returns the rules and lines that disallowed requests of a crawler, those with
// the most requests first.
std::vector<RuleLineHits> rules_of(const robots::Policy& policy,
                                   const JudgedTally& tally);

}  // namespace robotsctl
