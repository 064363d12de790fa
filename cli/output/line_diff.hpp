// Two texts, compared line by line.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace robotsctl {

// The most lines of a comparison; then one says how many more there are.
constexpr std::size_t kMostDiffLines = 60;

// Lines of `before` with "-" in front, of `after` with "+", and up to two lines
// around them that both have with " "; "..." is for all other lines that both
// have. Printable, and cut if they are long.
std::vector<std::string> line_diff(std::string_view before,
                                   std::string_view after);

}  // namespace robotsctl
