// The start of a text from a log, safe to print.

#ifndef ROBOTS_CLI_OUTPUT_EXCERPT_HPP
#define ROBOTS_CLI_OUTPUT_EXCERPT_HPP

#include <string>
#include <string_view>

namespace robotsctl {

// The first `length` octets, and "..." if there are more. "?" replaces octets
// that are not printable ASCII.
std::string excerpt(std::string_view text, std::size_t length);

}  // namespace robotsctl

#endif
