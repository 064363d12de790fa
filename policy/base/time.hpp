// Points in time and durations.

#pragma once

#include <chrono>

namespace robots {

// Durations, and points in time since any fixed moment.
using Milliseconds = std::chrono::milliseconds;

// Points in time since 1970 began, UTC.
using Utc = std::chrono::seconds;

}  // namespace robots
