// Describes errors in a command line, and checks the values of options.

#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "policy/base/time.hpp"

namespace robotsctl {

// Describes an error in a command line, and what to write instead. `error` is
// an exception of app.parse(), but not a request for help. The text has no line
// end; its last sentence names the command that lists options.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error);

// Returns a validator that accepts whole numbers from `least` to `most`.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

// Returns a validator that accepts the name of a file that this process may
// read.
CLI::Validator readable_file();

// Adds an option that takes one of `words`, and sets `index` to the word's
// place in the list. `index` must outlive `verb`.
CLI::Option* add_choice(CLI::App& verb, const char* name,
                        const std::vector<std::string>& words,
                        std::size_t& index, const char* text);

// Adds an option that takes a duration as in policies ("500ms", "5m"), from
// `least` to `most`. `duration` must have the default value, and must outlive
// `verb`.
void add_duration(CLI::App& verb, const char* name,
                  robots::Milliseconds& duration, robots::Milliseconds least,
                  robots::Milliseconds most, const char* text);

// Adds an option for the maximum number of lines in a table; 0 means all lines.
void add_line_count(CLI::App& verb, const char* name, std::size_t& count,
                    const char* text);

}  // namespace robotsctl
