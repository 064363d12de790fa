// What is wrong with a command line, and with the value of an option; and what
// to write.

#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "policy/base/time.hpp"

namespace robotsctl {

// What is wrong with a command line, in words that say what to write instead.
// `error` is what app.parse() has thrown, except calls for help. The text has
// no line end; its last sentence names the command that lists options.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error);

// A whole number, both bounds included.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

// The name of a file that this process may read.
CLI::Validator readable_file();

// Adds an option that takes one of `words`, and sets `index`, which outlives
// `verb`, to its place among them.
CLI::Option* add_choice(CLI::App& verb, const char* name,
                        const std::vector<std::string>& words,
                        std::size_t& index, const char* text);

// Adds an option with a duration as a policy has it ("500ms", "5m"), both
// bounds included. `duration` is the default, and outlives `verb`.
void add_duration(CLI::App& verb, const char* name,
                  robots::Milliseconds& duration, robots::Milliseconds least,
                  robots::Milliseconds most, const char* text);

// Adds an option: how many lines a table may have; 0 for all.
void add_line_count(CLI::App& verb, const char* name, std::size_t& count,
                    const char* text);

}  // namespace robotsctl
