// Reads input that the command line names: a file, a pipe, standard input.

#ifndef ROBOTS_CLI_OPTIONS_INPUT_HPP
#define ROBOTS_CLI_OPTIONS_INPUT_HPP

#include <cstddef>
#include <istream>
#include <string>

namespace robotsctl {

struct Input {
    std::string text;
    std::string problem;  // a message, if the input cannot be used
};

// Reads a file, a pipe or a device, or standard input for "-". It is a problem
// if there are more than `limit` octets; the rest is not read.
Input read_input(const std::string& name, std::size_t limit);

// Reads a line without its end. Only the first `limit` octets are kept; the
// rest is skipped. False at the end of the input.
bool read_line(std::istream& in, std::string& line, std::size_t limit);

}  // namespace robotsctl

#endif
