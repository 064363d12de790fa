// Reads input that is given on the command line: a file, a pipe or standard
// input.

#pragma once

#include <cstddef>
#include <istream>
#include <string>

#include "policy/base/descriptor.hpp"

namespace robotsctl {

// Opens a file, a pipe or a device for reading, or standard input for "-". If
// this fails, the result is not open and `problem` says why.
robots::Descriptor open_input(const std::string& name, std::string& problem);

// Reads a file, a pipe or a device, or standard input for "-". Throws Unusable
// if the input cannot be read or has more than `limit` octets.
std::string read_input(const std::string& name, std::size_t limit);

// Reads a line without its end. Only the first `limit` octets are kept; the
// rest is skipped. Returns false at the end of the input.
bool read_line(std::istream& in, std::string& line, std::size_t limit);

}  // namespace robotsctl
