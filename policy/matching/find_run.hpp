// Where a literal run of a pattern first lies in a target, in a time that
// nobody can make long.

#pragma once

#include <cstddef>
#include <string_view>

namespace robots {

// Runs up to this length cost the same whatever they and the text are: see
// lint/cost.cpp.
constexpr std::size_t kCheapRun = 64;

// The offset of the first place, or npos. 0 if `run` is empty.
std::size_t find_run(std::string_view text, std::string_view run);

}  // namespace robots
