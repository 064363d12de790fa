// Finds a literal run of a pattern in a target, in a time that no client can
// make long.

#pragma once

#include <cstddef>
#include <string_view>

namespace robots {

// A run of at most this length costs the same whatever its octets and the text
// are: see lint/cost.cpp.
constexpr std::size_t kCheapRun = 64;

// Returns the offset of the first occurrence of `run`, or npos; 0 if `run` is
// empty.
std::size_t find_run(std::string_view text, std::string_view run);

}  // namespace robots
