// How long a line of a robots.txt may be.

#ifndef ROBOTS_POLICY_ROBOTS_TXT_LINE_LIMIT_HPP
#define ROBOTS_POLICY_ROBOTS_TXT_LINE_LIMIT_HPP

#include <cstddef>

namespace robots {

// What the largest crawler reads of a line: eight times the longest URL.
constexpr std::size_t kMaxRobotsLine = 2083 * 8 - 1;

}  // namespace robots

#endif
