// robotsctl watch: runs a command when a policy has changed and loads.

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "cli/options/policy_option.hpp"
#include "cli/options/values.hpp"
#include "cli/verbs/verbs.hpp"
#include "cli/watch/policy_watch.hpp"

namespace robotsctl {

namespace {

struct WatchOptions {
    PolicyOption policy;
    std::string command;
    double interval = 60;  // in seconds
    bool once = false;
};

int watch(const WatchOptions& options) {
    WatchSettings settings;
    settings.file = options.policy.file();
    settings.command = options.command;
    settings.once = options.once;
    settings.interval = std::chrono::milliseconds(
        static_cast<std::int64_t>(options.interval * 1000));
    PolicyWatch watched(settings,
                        [&options] { return options.policy.try_load(); });
    return watched.run() ? kFine : kNo;
}

}  // namespace

void add_watch(CLI::App& app, Run& run) {
    auto options = std::make_shared<WatchOptions>();
    CLI::App* verb = app.add_subcommand(
        "watch", "run a command when a policy has changed and loads");
    options->policy.add_to(*verb)->required();
    verb->add_option("--exec", options->command,
                     "the command, for a shell: 'nginx -s reload'")
        ->type_name("COMMAND");
    verb->add_option("--interval", options->interval,
                     "seconds after which the files are read anyway")
        ->type_name("SECONDS")
        ->check(seconds_between(0.1, 86400))
        ->capture_default_str();
    verb->add_flag("--once", options->once, "end after the first change");
    verb->callback(
        [options, &run] { run = [options] { return watch(*options); }; });
}

}  // namespace robotsctl
