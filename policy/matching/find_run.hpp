// Finds a literal run of a pattern (the text between two "*") in a target. If a
// run has at most kCheapRun octets, a client cannot make the search slow by its
// choice of the target.

#pragma once

#include <cstddef>
#include <string_view>

namespace robots {

// The length in octets up to which a run is always cheap to find. For a longer
// run, a client can choose a target that makes the search slower
// (lint/cost.cpp).
constexpr std::size_t kCheapRun = 64;

// Returns the offset of the first occurrence of `run` in `text`, or npos. If
// `run` is empty, returns 0.
std::size_t find_run(std::string_view text, std::string_view run);

}  // namespace robots
