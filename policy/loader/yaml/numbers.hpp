// Parses whole numbers, durations and sizes of a policy.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "policy/base/time.hpp"

namespace robots::loader {

// Parses at most nine decimal digits without a leading zero.
std::optional<std::uint32_t> parse_integer(std::string_view text);

// Parses a number with at most three decimals, and a unit: "500ms", "1.5s",
// "10m", "24h", "7d". The duration must be whole milliseconds.
std::optional<Milliseconds> parse_duration(std::string_view text);

// Returns "24h", "60s" or "500ms": the duration in the largest unit that
// divides it, but never one minute, one hour or one day ("60s", not "1m").
std::string duration_text(Milliseconds duration);

// Parses a whole number and `KiB` or `MiB` ("64KiB"); the result is in octets.
std::optional<std::size_t> parse_size(std::string_view text);

// Returns why parse_duration refused `text`, and what to write: "duration
// `5sec` has an unknown unit; did you mean `5s`?". Suggests only durations from
// `least` to `most`.
std::string duration_problem(std::string_view text, Milliseconds least,
                             Milliseconds most);

}  // namespace robots::loader
