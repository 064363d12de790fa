// What is wrong with a command line, in words that say what to write instead.

#ifndef ROBOTS_CLI_OPTIONS_USAGE_ERROR_HPP
#define ROBOTS_CLI_OPTIONS_USAGE_ERROR_HPP

#include <CLI/CLI.hpp>
#include <string>

namespace robotsctl {

// `error` is what app.parse() has thrown, except calls for help. Without a line
// end at the end; the last sentence names the command that lists options.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error);

}  // namespace robotsctl

#endif
