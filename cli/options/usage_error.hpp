// What is wrong with a command line, in words that say what to write instead.

#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace robotsctl {

// `error` is what app.parse() has thrown, except calls for help. The text has
// no line end; its last sentence names the command that lists options.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error);

}  // namespace robotsctl
