// Parses whole numbers, durations and sizes. The parse functions return nullopt
// if the text is invalid.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "policy/base/time.hpp"

namespace robots::loader {

// Parses a whole number with at most nine digits and no leading zero.
std::optional<std::uint32_t> parse_integer(std::string_view text);

// Parses a number with at most three decimal places, and a unit: "500ms",
// "1.5s", "10m", "24h", "7d". The duration must be a whole number of
// milliseconds.
std::optional<Milliseconds> parse_duration(std::string_view text);

// Returns "24h", "60s" or "500ms": the duration in the largest unit that
// divides it, but never one minute, one hour or one day ("60s", not "1m").
std::string duration_text(Milliseconds duration);

// Parses a whole number and `KiB` or `MiB`: "64KiB". Returns the size in
// octets.
std::optional<std::size_t> parse_size(std::string_view text);

// Returns why parse_duration() returned nullopt for `text`, and what to write
// instead: "duration `5sec` has an unknown unit; did you mean `5s`?". Suggests
// only durations from `least` to `most`.
std::string duration_problem(std::string_view text, Milliseconds least,
                             Milliseconds most);

}  // namespace robots::loader
