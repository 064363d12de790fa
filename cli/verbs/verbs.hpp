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
constexpr int kNo = 1;  // such as an error in a policy or a disallowed URL
constexpr int kUnusable = 2;  // options or input

// Does what the verb is for; returns an exit code.
using Run = std::function<int()>;

// Adds a verb with options of its own, which live as long as the verb. What
// `does(options)` returns is the exit code. Of a verb and a verb below it, the
// one below counts.
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
