// Whole numbers, durations and sizes, as a policy writes them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "policy/base/time.hpp"

namespace robots::loader {

// Decimal digits without a leading zero, at most nine of them.
std::optional<std::uint32_t> parse_integer(std::string_view text);

// A number with at most three decimals and a unit, to the millisecond: "500ms",
// "1.5s", "10m", "24h", "7d".
std::optional<Milliseconds> parse_duration(std::string_view text);

// "24h", "60s" or "500ms": in the largest unit that has more than one of it.
std::string duration_text(Milliseconds duration);

// A whole number and `KiB` or `MiB`, in octets: "64KiB".
std::optional<std::size_t> parse_size(std::string_view text);

// What is wrong with `text`, which parse_duration refused, and what to write:
// "duration `5sec` has an unknown unit; did you mean `5s`?".
std::string duration_problem(std::string_view text);

}  // namespace robots::loader
