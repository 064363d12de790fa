// Times as access logs and people write them.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "policy/robots_txt/rate.hpp"

namespace robotsctl {

// All return milliseconds since the epoch; nullopt if `text` is not a time.

// nginx's $time_local: "10/Oct/2026:13:55:36 -0700".
std::optional<robots::Milliseconds> time_from_local(std::string_view text);

// RFC 3339 and nginx's $time_iso8601: "2026-10-10T13:55:36.5Z",
// "2026-10-10T13:55:36+02:00".
std::optional<robots::Milliseconds> time_from_iso(std::string_view text);

// nginx's $msec: "1791640536.123".
std::optional<robots::Milliseconds> time_from_msec(std::string_view text);

// Now, by the clock.
robots::Utc utc_now();

// "2026-10-10T13:55:36Z"
std::string iso_text(robots::Milliseconds time);

}  // namespace robotsctl
