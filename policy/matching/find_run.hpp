// Finds a literal run of a pattern in a target. No client can make this slow by
// its choice of a target.

#pragma once

#include <cstddef>
#include <string_view>

namespace robots {

// If a run is not longer than this, no choice of its octets and of the text
// makes the search slow: see lint/cost.cpp.
constexpr std::size_t kCheapRun = 64;

// Returns the offset of the first occurrence of `run`, or npos; 0 if `run` is
// empty.
std::size_t find_run(std::string_view text, std::string_view run);

}  // namespace robots
