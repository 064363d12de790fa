// robotsctl replay: what a policy would have done with logged requests.

#include "cli/replay/replay.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/log/log_format_option.hpp"
#include "cli/log/log_merge.hpp"
#include "cli/options/policy_option.hpp"
#include "cli/options/url_option.hpp"
#include "cli/options/values.hpp"
#include "cli/output/text.hpp"
#include "cli/replay/html_report.hpp"
#include "cli/replay/line_report.hpp"
#include "cli/replay/log_replay.hpp"
#include "cli/replay/report.hpp"
#include "cli/verbs/suggest.hpp"
#include "cli/verbs/verbs.hpp"

namespace robotsctl {

namespace {

struct ReplayOptions {
    PolicyOption policy;
    std::vector<std::string> logs;
    LogFormatOption format;
    std::string url;
    ReportSize size;
    bool keep_slashes = false;
    bool lines = false;
    bool suggest = false;
    std::uint64_t too_many = 60;
    bool json = false;
    std::string html;  // the file to write; empty: none
};

// False, and a complaint, if the file can't be written.
bool write_html(const HtmlReport& report, const std::string& name) {
    const std::string html = report.html();
    std::ofstream file(name, std::ios::binary);
    file << html;
    file.close();
    if (file.fail()) {
        complain("cannot write `" + name + "`: " + std::strerror(errno));
        return false;
    }
    return true;
}

void print_result(const robots::Policy& policy, const Replay& replay,
                  const LogCounts& counts, const ReplayOptions& options) {
    if (options.lines) {
        print_complaints(replay, counts);
    } else if (options.json) {
        print_json_report(policy, replay, counts);
    } else {
        print_report(policy, replay, counts, options.size);
    }
}

Replay::Watch watch_of(const ReplayOptions& options,
                       std::optional<HtmlReport>& html) {
    if (html) {
        return
            [&html](const LogRecord& record, const robots::Verdict& verdict) {
                html->take(record, verdict);
            };
    }
    return options.lines ? print_line : Replay::Watch{};
}

int replay_logs(const robots::Policy& policy,
                const std::optional<robots::Url>& url,
                const ReplayOptions& options) {
    const auto reading = options.format.read();
    if (!reading) {
        return kUnusable;
    }
    const robots::Slashes slashes =
        options.keep_slashes ? robots::Slashes::keep : robots::Slashes::merge;
    if (options.suggest) {
        return suggest({policy, url, options.logs, *reading, slashes,
                        options.too_many, options.json});
    }
    LogMerge log(options.logs, *reading);
    SiteOfLine sites(policy, url);
    std::optional<HtmlReport> html;
    if (!options.html.empty()) {
        html.emplace(policy, sites, options.policy.file());
    }
    Replay replay(policy, sites, slashes, watch_of(options, html));
    if (!replay_log(log, sites, replay)) {
        return kUnusable;
    }
    const LogCounts& counts = log.counts();
    if (!html) {
        print_result(policy, replay, counts, options);
    } else if (!write_html(*html, options.html)) {
        return kUnusable;
    }
    return is_readable(counts) ? kFine : kUnusable;
}

int replay(ReplayOptions& options) {
    const std::string first = options.policy.take_misplaced();
    if (!first.empty()) {
        options.logs.insert(options.logs.begin(), first);
    }
    if (options.logs.empty()) {
        complain("LOG is missing: name an access log, or - for standard input");
        return kUnusable;
    }
    std::optional<robots::Url> url;
    if (!options.url.empty() && !(url = url_from_option(options.url))) {
        return kUnusable;
    }
    const auto policy = options.policy.load();
    return policy == nullptr ? kUnusable : replay_logs(*policy, url, options);
}

}  // namespace

void add_replay(CLI::App& app, Run& run) {
    auto options = std::make_shared<ReplayOptions>();
    CLI::App* verb = app.add_subcommand(
        "replay", "show what a policy would have done with logged requests");
    options->policy.add_to(*verb);
    options->policy.add_robots_txt_to(*verb);
    verb->add_option("LOG", options->logs,
                     "access logs, gzipped or not; - for standard input")
        ->type_name("FILE");
    options->format.add_to(*verb);
    verb->add_option("--url", options->url,
                     "any URL of the site for log lines without a host")
        ->type_name("URL");
    verb->add_option("--top", options->size.crawlers,
                     "number of crawlers to show; 0 for all")
        ->type_name("NUMBER")
        ->check(line_count())
        ->capture_default_str();
    verb->add_option("--rules", options->size.rules,
                     "number of rules to show for each crawler; 0 for all")
        ->type_name("NUMBER")
        ->check(line_count())
        ->capture_default_str();
    verb->add_flag("--no-merge-slashes", options->keep_slashes,
                   "judge as nginx does with merge_slashes off");
    CLI::Option* lines = verb->add_flag("--lines", options->lines,
                                        "print the verdict on each crawler "
                                        "request as JSON Lines, instead of the "
                                        "report");
    CLI::Option* suggestion = verb->add_flag(
        "--suggest", options->suggest,
        "print a policy that slows down the crawlers that came too fast");
    suggestion->excludes(lines);
    verb->add_option("--too-many", options->too_many,
                     "with --suggest: more requests of a crawler in a minute "
                     "are too fast")
        ->type_name("NUMBER")
        ->check(whole_number(1, 1000000))
        ->needs(suggestion)
        ->capture_default_str();
    verb->add_flag("--json", options->json, "print JSON Lines")
        ->excludes(lines);
    verb->add_option("--html", options->html,
                     "write a page that shows what the status page of nginx "
                     "would, instead of the report")
        ->type_name("FILE")
        ->excludes(lines)
        ->excludes(suggestion);
    verb->callback(
        [options, &run] { run = [options] { return replay(*options); }; });
}

}  // namespace robotsctl
