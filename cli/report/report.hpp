// Reports the evidence of a log about each crawler, for people and for
// programs.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/log/log_merge.hpp"
#include "cli/replay/replay.hpp"
#include "cli/report/document.hpp"
#include "cli/report/evidence.hpp"

namespace robotsctl {

struct Report {
    std::string policy_file;
    std::vector<std::string> logs;  // their names
    const Evidence& evidence;
    const ReplayResult& replay;
    const LogCounts& lines;
    bool masks = false;  // masks all addresses
};

// Formats a time span: "2026-11-21T08:30:00Z to 2026-11-21T09:30:00Z".
std::string span_text(robots::Milliseconds first, robots::Milliseconds last);

// Formats the share of the judged requests that obeyed the rules, with its 95 %
// confidence interval: "91.2% (89.4% to 92.7%)"; "-" if nothing was judged.
std::string share_text(const robots::Obedience& obedience);

// Returns sentences that say how the verdicts were found, and which data the
// log lacks for a better report.
std::vector<std::string> notes_of(const Report& report);

// Returns what the operator documents: "obeys `*` and Crawl-delay; ignores
// Request-rate". Empty if the operator documents nothing.
std::string documented_text(const robots::Crawler& crawler);

// Returns a letter to the crawler's operator. Each line is a paragraph, or an
// example that begins with blanks. Empty if the crawler did not break a rule.
std::string letter_of(const Report& report, const CrawlerEvidence& each);

// Lists at most `most` crawlers (0: all). Includes details of the first `cases`
// crawlers.
ReportDocument document_of(const Report& report, std::size_t most,
                           std::size_t cases);

// Prints JSON Lines: an object for each crawler, and at the end one with
// "summary": true.
void print_json_report(const Report& report);

}  // namespace robotsctl
