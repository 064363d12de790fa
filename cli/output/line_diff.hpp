// Compares two texts line by line.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace robotsctl {

// The maximum number of lines that line_diff() returns. If there are more
// lines, one line is added that says how many are left out.
constexpr std::size_t kMostDiffLines = 60;

// Returns the lines that only `before` has with "-" in front, the lines that
// only `after` has with "+", and up to two common lines around these with " ";
// "..." replaces all other common lines. All returned lines are printable, and
// long lines are cut.
std::vector<std::string> line_diff(std::string_view before,
                                   std::string_view after);

}  // namespace robotsctl
