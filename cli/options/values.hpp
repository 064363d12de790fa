// Which values an option takes: what is wrong with another, and what to write.

#ifndef ROBOTS_CLI_OPTIONS_VALUES_HPP
#define ROBOTS_CLI_OPTIONS_VALUES_HPP

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string_view>
#include <vector>

namespace robotsctl {

// One of `words`, as it is.
CLI::Validator one_of(const std::vector<std::string_view>& words);

// A whole number, both bounds included.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

// A number of seconds with or without a fraction, both bounds included.
CLI::Validator seconds_between(double least, double most);

// The name of a file that this process may read.
CLI::Validator readable_file();

// How many lines a table may have; 0 for all.
CLI::Validator line_count();

}  // namespace robotsctl

#endif
