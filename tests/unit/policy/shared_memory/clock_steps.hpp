// The steps that the clock of the budgets takes in tests, and when it takes
// them.

#pragma once

#include <array>

#include "policy/base/time.hpp"

namespace robots {

constexpr Milliseconds kBeforeStep = std::chrono::hours(1000);
constexpr std::array<Milliseconds, 4> kClockSteps{
    std::chrono::hours(1), -std::chrono::hours(1), std::chrono::hours(24),
    -std::chrono::hours(24)};

}  // namespace robots
