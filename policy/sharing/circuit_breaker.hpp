// Decides when a server that fails is left alone, and when it is tried again.
//
// After several failures in a row nobody asks the server for a pause, so that
// no request waits for it. Each further pause is twice as long, up to a bound,
// and drawn from between half of that and all of it: not every worker of every
// nginx comes back at the same instant.

#pragma once

#include <algorithm>
#include <cstdint>

#include "policy/base/time.hpp"

namespace robots {

class CircuitBreaker {
  public:
    static constexpr int kFailures = 5;
    static constexpr Milliseconds kFirstPause{200};
    static constexpr Milliseconds kLongestPause{10000};

    // Counts a request that was not answered in time. True: that was one too
    // many, and the server should be left alone for a pause().
    bool failed() { return ++failures_ >= kFailures; }

    void answered() {
        failures_ = 0;
        next_ = kFirstPause;
    }

    // How long to leave the server alone. `random` is any number.
    Milliseconds pause(std::uint32_t random) {
        const Milliseconds whole = next_;
        next_ = std::min(next_ * 2, kLongestPause);
        failures_ = 0;
        const Milliseconds half = whole / 2;
        return half + Milliseconds(random % (half.count() + 1));
    }

  private:
    int failures_ = 0;
    Milliseconds next_ = kFirstPause;
};

}  // namespace robots
