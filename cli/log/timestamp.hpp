// Reads times in the formats of access logs and RFC 3339, and writes times.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "policy/robots_txt/rate.hpp"

namespace robotsctl {

// The functions time_from_...() return milliseconds since the epoch, or nullopt
// if `text` is not a time.

// Reads nginx's $time_local: "10/Oct/2026:13:55:36 -0700".
std::optional<robots::Milliseconds> time_from_local(std::string_view text);

// Reads RFC 3339 and nginx's $time_iso8601: "2026-10-10T13:55:36.5Z",
// "2026-10-10T13:55:36+02:00".
std::optional<robots::Milliseconds> time_from_iso(std::string_view text);

// Reads nginx's $msec: "1791640536.123".
std::optional<robots::Milliseconds> time_from_msec(std::string_view text);

// The current time of the system clock.
robots::Utc utc_now();

// Formats a time: "2026-10-10T13:55:36Z".
std::string iso_text(robots::Milliseconds time);

}  // namespace robotsctl
