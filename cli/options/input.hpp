// Reads input that a person names: a file, a pipe, standard input.

#ifndef ROBOTS_CLI_OPTIONS_INPUT_HPP
#define ROBOTS_CLI_OPTIONS_INPUT_HPP

#include <cstddef>
#include <istream>
#include <string>

namespace robotsctl {

struct Input {
    std::string text;
    std::string problem;  // not empty: why it can't be used, as a sentence
};

// Reads a file, or standard input for "-". It may be a pipe or a device. More
// than `limit` octets are a problem, and are not read.
Input read_input(const std::string& name, std::size_t limit);

// Reads a line without its end. Only the first `limit` octets are kept; the
// rest is skipped. False at the end of the input.
bool read_line(std::istream& in, std::string& line, std::size_t limit);

}  // namespace robotsctl

#endif
