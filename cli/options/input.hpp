// What a person hands over to be read: a file, a pipe, standard input.

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

// Reads a file, or standard input for "-", of at most `limit` octets. A pipe or
// a device will do; more than the limit is not read from any of them.
Input read_input(const std::string& name, std::size_t limit);

// Reads a line without its end, of at most `limit` octets; what follows them is
// passed over. False at the end of the input.
bool read_line(std::istream& in, std::string& line, std::size_t limit);

}  // namespace robotsctl

#endif
