// The verbs of robotsctl. Each add_VERB adds a verb and its options to the
// command line, and sets `run` if that verb is given.

#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <utility>

namespace robotsctl {

// Exit codes.
constexpr int kFine = 0;
constexpr int kNo = 1;  // for example a policy with errors or a disallowed URL
constexpr int kUnusable = 2;  // options, input or output are not usable

// Executes the verb and returns an exit code.
using Run = std::function<int()>;

// Adds a verb with its own options. The options exist as long as the verb
// exists. The exit code is the result of `does(options)`. If a subverb of the
// verb is given, the subverb runs instead.
template <class Options, class Does>
std::pair<CLI::App&, Options&> add_verb(CLI::App& app, Run& run,
                                        const char* name, const char* text,
                                        Does does) {
    auto options = std::make_shared<Options>();
    CLI::App& verb = *app.add_subcommand(name, text);
    verb.callback([options, does, &run] {
        if (!run) {
            run = [options, does] { return does(*options); };
        }
    });
    return {verb, *options};
}

void add_check(CLI::App& app, Run& run);
void add_render(CLI::App& app, Run& run);
void add_explain(CLI::App& app, Run& run);
void add_identify(CLI::App& app, Run& run);
void add_replay(CLI::App& app, Run& run);
void add_report(CLI::App& app, Run& run);
void add_suggest(CLI::App& app, Run& run);
void add_diff(CLI::App& app, Run& run);
void add_import(CLI::App& app, Run& run);
void add_watch(CLI::App& app, Run& run);
void add_sources(CLI::App& app, Run& run);
void add_crawlers(CLI::App& app, Run& run);
void add_survey(CLI::App& app, Run& run);
void add_probe(CLI::App& app, Run& run);
void add_fleet(CLI::App& app, Run& run);

}  // namespace robotsctl
