// robotsctl report: shows which crawlers obey robots.txt, with evidence that
// can be sent to their operators.

#include "cli/report/report.hpp"

#include <cerrno>
#include <fstream>
#include <iostream>

#include "cli/log/log_options.hpp"
#include "cli/options/values.hpp"
#include "cli/output/masking.hpp"
#include "cli/output/text.hpp"
#include "cli/replay/report.hpp"
#include "cli/verbs/verbs.hpp"
#include "policy/base/text.hpp"

namespace robotsctl {

namespace {

constexpr std::size_t kMasked = 1;

struct ReportOptions {
    ReplayInputOption input;
    std::string crawler;
    std::string html;           // file to write; empty: none
    std::size_t addresses = 0;  // 0: full; or kMasked
    std::size_t top = 20;
    bool json = false;
};

void write_html(const Report& report, const ReportOptions& options) {
    const ReportDocument document = document_of(
        report, options.top, options.top > 0 ? options.top : SIZE_MAX);
    std::ofstream file(options.html, std::ios::binary);
    file << document.page("Who keeps to robots.txt");
    file.close();
    if (file.fail()) {
        throw Unusable(cannot("write", options.html, errno));
    }
}

void print_report_text(const Report& report, const ReportOptions& options) {
    const bool has_case = !options.crawler.empty();
    std::cout << document_of(report, options.top, has_case ? 1 : 0).text();
    if (!has_case && report.evidence.contents().judged > 0) {
        std::cout << "\n--crawler NAME shows the case of one, --html FILE "
                     "writes all.\n";
    }
}

int report(ReportOptions& options) {
    const ReplayInput input = options.input.read();
    LogMerge log(input.logs, input.reading);
    SiteOfLine sites(*input.policy, input.url);
    const bool masks = options.addresses == kMasked;
    Evidence evidence(sites, input.slashes, options.crawler, masks);
    const ReplayResult replay = replay_log(
        *input.policy, sites, input.slashes,
        [&evidence](const LogRecord& record, const robots::Verdict& verdict) {
            evidence.take(record, verdict);
        },
        log, Purpose::evidence);
    check_readable(log.counts());
    LogCounts lines = log.counts();
    for (std::string& sample : lines.samples) {
        sample = masks ? masked(sample) : sample;
    }
    print_complaints(replay, lines);
    if (!options.crawler.empty() && evidence.crawlers().empty()) {
        complain("no request of " + robots::cited(options.crawler) +
                 " in the log; without --crawler, all that came are shown");
        return kNo;
    }
    const Report report{options.input.policy_file(),
                        input.logs,
                        evidence,
                        replay,
                        lines,
                        masks};
    if (!options.html.empty()) {
        write_html(report, options);
    } else if (options.json) {
        print_json_report(report);
    } else {
        print_report_text(report, options);
    }
    return kFine;
}

}  // namespace

void add_report(CLI::App& app, Run& run) {
    auto [verb, options] = add_verb<ReportOptions>(
        app, run, "report", "show who keeps to robots.txt, by access logs",
        report);
    options.input.add_to(verb);
    verb.add_option("--crawler", options.crawler,
                    "product token; show the case of this crawler alone")
        ->type_name("TOKEN");
    add_choice(verb, "--addresses", {"full", "masked"}, options.addresses,
               "masked: show no IP address whole");
    add_line_count(verb, "--top", options.top,
                   "number of crawlers to show; 0 for all");
    CLI::Option* html =
        verb.add_option("--html", options.html,
                        "write a page with the case of each crawler")
            ->type_name("FILE");
    verb.add_flag("--json", options.json, "print JSON Lines")->excludes(html);
}

}  // namespace robotsctl
