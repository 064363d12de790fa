// Points in time and durations.

#pragma once

#include <chrono>

namespace robots {

// A duration, or a point in time as the duration since a fixed start.
using Milliseconds = std::chrono::milliseconds;

// A point in time as seconds since the start of 1970, UTC.
using Utc = std::chrono::seconds;

}  // namespace robots
