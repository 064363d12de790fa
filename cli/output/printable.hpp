// What a log holds, fit to be shown: a client may have sent anything.

#ifndef ROBOTS_CLI_OUTPUT_PRINTABLE_HPP
#define ROBOTS_CLI_OUTPUT_PRINTABLE_HPP

#include <string>
#include <string_view>

namespace robotsctl {

// The first `length` octets, those that are no printable ASCII as '?'; "..."
// at the end where there are more.
std::string printable(std::string_view text, std::size_t length);

}  // namespace robotsctl

#endif
