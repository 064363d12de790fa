// robotsctl replay: what a policy would have done with logged requests.

#include "cli/replay/replay.hpp"

#include "cli/log/log_merge.hpp"
#include "cli/log/log_options.hpp"
#include "cli/options/values.hpp"
#include "cli/output/text.hpp"
#include "cli/replay/report.hpp"
#include "cli/verbs/verbs.hpp"

namespace robotsctl {

namespace {

struct ReplayOptions {
    ReplayInputOption input;
    ReportSize size;
    bool lines = false;
    bool json = false;
    bool coverage = false;
};

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

int replay_coverage(const ReplayInput& input, bool json) {
    const robots::Policy& policy = *input.policy;
    LogMerge log(input.logs, input.reading);
    SiteOfLine sites(policy, input.url);
    Coverage coverage(policy);
    const ReplayResult replay = replay_log(policy, sites, input.slashes, {},
                                           log, Purpose::advice, &coverage);
    print_coverage(policy, replay, log.counts(), coverage, json);
    check_readable(log.counts());
    return kFine;
}

int replay(ReplayOptions& options) {
    const ReplayInput input = options.input.read();
    if (options.coverage) {
        return replay_coverage(input, options.json);
    }
    const robots::Policy& policy = *input.policy;
    LogMerge log(input.logs, input.reading);
    SiteOfLine sites(policy, input.url);
    const ReplayResult replay =
        replay_log(policy, sites, input.slashes,
                   options.lines ? print_line : Watch{}, log);
    print_result(policy, replay, log.counts(), options);
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
    verb.add_flag("--coverage", options.coverage,
                  "show which rules decided about requests and which about "
                  "none, instead of the report")
        ->excludes(lines);
}

}  // namespace robotsctl
