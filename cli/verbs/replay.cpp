// robotsctl replay: what a policy would have done with logged requests.

#include "cli/replay/replay.hpp"

#include <optional>

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

int replay(ReplayOptions& options) {
    const ReplayInput input = options.input.read();
    const robots::Policy& policy = *input.policy;
    LogMerge log(input.logs, input.reading);
    SiteOfLine sites(policy, input.url);
    std::optional<Coverage> coverage;
    if (options.coverage) {
        coverage.emplace(policy);
    }
    const ReplayResult replay = replay_log(
        policy, sites, input.slashes, options.lines ? print_line : Watch{}, log,
        Purpose::advice, coverage ? &*coverage : nullptr);
    if (coverage) {
        print_coverage(policy, replay, log.counts(), *coverage, options.json);
    } else if (options.lines) {
        print_complaints(replay, log.counts());
    } else if (options.json) {
        print_json_report(policy, replay, log.counts());
    } else {
        print_report(policy, replay, log.counts(), options.size);
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
    verb.add_flag("--coverage", options.coverage,
                  "show which rules decided about requests and which about "
                  "none, instead of the report")
        ->excludes(lines);
}

}  // namespace robotsctl
