#include <gtest/gtest.h>

#include <algorithm>

#include "policy/fleet/circuit_breaker.hpp"

namespace robots {
namespace {

TEST(CircuitBreaker, OpensAfterFailuresInARow) {
    CircuitBreaker breaker;
    for (int i = 1; i < CircuitBreaker::kFailures; ++i) {
        EXPECT_FALSE(breaker.failed());
    }
    breaker.answered();
    for (int i = 1; i < CircuitBreaker::kFailures; ++i) {
        EXPECT_FALSE(breaker.failed());
    }
    EXPECT_TRUE(breaker.failed());
}

TEST(CircuitBreaker, PausesGrowUpToABoundAndAreDrawn) {
    CircuitBreaker breaker;
    Milliseconds whole = CircuitBreaker::kFirstPause;
    for (std::uint32_t i = 0; i < 12; ++i) {
        const Milliseconds pause = breaker.pause(i * 2654435761U);
        EXPECT_GE(pause, whole / 2);
        EXPECT_LE(pause, whole);
        whole = std::min(whole * 2, CircuitBreaker::kLongestPause);
    }
    breaker.answered();
    EXPECT_LE(breaker.pause(~0U), CircuitBreaker::kFirstPause);
}

}  // namespace
}  // namespace robots
