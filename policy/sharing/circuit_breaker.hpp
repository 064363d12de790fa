// Decides when a failing server is left alone, and when it is tried again.
//
// After several failures in a row, the server is not asked during a pause, so
// that no request waits for it. The maximum length of a pause doubles with each
// pause in a row, up to a bound. The actual length is random, from half the
// maximum to the maximum, so that not every worker of every nginx comes back at
// the same instant.

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

    // Counts a request that was not answered in time. Returns true if the
    // server should now be left alone for a pause().
    bool failed() { return ++failures_ >= kFailures; }

    void answered() {
        failures_ = 0;
        next_ = kFirstPause;
    }

    // Returns how long to leave the server alone. `random` is any number.
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
