// robotsctl replay: what a policy would have done with logged requests.

#include "cli/replay/replay.hpp"

#include <cerrno>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>

#include "cli/log/log_merge.hpp"
#include "cli/log/log_options.hpp"
#include "cli/options/values.hpp"
#include "cli/output/text.hpp"
#include "cli/replay/html_report.hpp"
#include "cli/replay/report.hpp"
#include "cli/verbs/verbs.hpp"

namespace robotsctl {

namespace {

struct ReplayOptions {
    ReplayInputOption input;
    ReportSize size;
    bool lines = false;
    bool json = false;
    std::string html;  // the file to write; empty: none
};

void write_html(const HtmlReport& report, const std::string& name) {
    const std::string html = report.html();
    std::ofstream file(name, std::ios::binary);
    file << html;
    file.close();
    if (file.fail()) {
        throw Unusable(cannot("write", name, errno));
    }
}

void print_result(const robots::Policy& policy, const ReplayResult& replay,
                  const LogCounts& counts, const ReplayOptions& options) {
    if (options.lines) {
        print_complaints(replay, counts);
    } else if (options.json) {
        print_json_report(policy, replay, counts);
    } else {
        print_report(policy, replay, counts, options.size);
    }
}

Watch watch_of(const ReplayOptions& options, std::optional<HtmlReport>& html) {
    if (html) {
        return
            [&html](const LogRecord& record, const robots::Verdict& verdict) {
                html->take(record, verdict);
            };
    }
    return options.lines ? print_line : Watch{};
}

int replay(ReplayOptions& options) {
    const ReplayInput input = options.input.read();
    const robots::Policy& policy = *input.policy;
    LogMerge log(input.logs, input.reading);
    SiteOfLine sites(policy, input.url);
    std::optional<HtmlReport> html;
    if (!options.html.empty()) {
        html.emplace(policy, sites, options.input.policy_file());
    }
    const ReplayResult replay =
        replay_log(policy, sites, input.slashes, watch_of(options, html), log);
    if (html) {
        write_html(*html, options.html);
    } else {
        print_result(policy, replay, log.counts(), options);
    }
    check_readable(log.counts());
    return kFine;
}

}  // namespace

void add_replay(CLI::App& app, Run& run) {
    auto [verb, options] = add_verb<ReplayOptions>(
        app, run, "replay",
        "show what a policy would have done with logged requests", replay);
    options.input.add_to(verb);
    add_line_count(verb, "--top", options.size.crawlers,
                   "number of crawlers to show; 0 for all");
    add_line_count(verb, "--rules", options.size.rules,
                   "number of rules to show for each crawler; 0 for all");
    CLI::Option* lines = verb.add_flag("--lines", options.lines,
                                       "print the verdict on each crawler "
                                       "request as JSON Lines, instead of the "
                                       "report");
    verb.add_flag("--json", options.json, "print JSON Lines")->excludes(lines);
    verb.add_option("--html", options.html,
                    "write a page that shows what the status page of nginx "
                    "would, instead of the report")
        ->type_name("FILE")
        ->excludes(lines);
}

}  // namespace robotsctl
