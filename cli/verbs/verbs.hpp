// The verbs of robotsctl. Each add_VERB adds a verb and its options to the
// command line, and sets `run` if that verb is given.

#ifndef ROBOTS_CLI_VERBS_VERBS_HPP
#define ROBOTS_CLI_VERBS_VERBS_HPP

#include <CLI/CLI.hpp>
#include <functional>

namespace robotsctl {

// Exit codes.
constexpr int kFine = 0;
constexpr int kNo = 1;  // such as an error in a policy or a disallowed URL
constexpr int kUnusable = 2;  // options or input

// Does what the verb is for; returns an exit code.
using Run = std::function<int()>;

void add_check(CLI::App& app, Run& run);
void add_render(CLI::App& app, Run& run);
void add_explain(CLI::App& app, Run& run);
void add_identify(CLI::App& app, Run& run);
void add_replay(CLI::App& app, Run& run);
void add_diff(CLI::App& app, Run& run);
void add_import(CLI::App& app, Run& run);
void add_watch(CLI::App& app, Run& run);
void add_identity(CLI::App& app, Run& run);
void add_crawlers(CLI::App& app, Run& run);
void add_survey(CLI::App& app, Run& run);
void add_fleet(CLI::App& app, Run& run);

}  // namespace robotsctl

#endif
