// Points in time and durations.

#ifndef ROBOTS_POLICY_BASE_TIME_HPP
#define ROBOTS_POLICY_BASE_TIME_HPP

#include <chrono>

namespace robots {

// Durations, and points in time since any fixed moment.
using Milliseconds = std::chrono::milliseconds;

// Points in time since 1970 began, UTC.
using Utc = std::chrono::seconds;

}  // namespace robots

#endif
