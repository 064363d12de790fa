// Decides when nginx stops calling a failing server, and when nginx calls the
// server again.
//
// After five failures in a row, nginx makes a pause in which it does not call
// the server, so that requests do not wait for the server. The maximum length
// of a pause doubles with each pause until the server answers a call, up to a
// limit. The actual length is random, from half the maximum to the maximum. So
// the workers of all nginx instances do not return to the server at the same
// instant.

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

    // Counts a call that the server did not answer in time. If this returns
    // true, the caller should not call the server for the time that pause()
    // returns.
    bool failed() { return ++failures_ >= kFailures; }

    void answered() {
        failures_ = 0;
        next_ = kFirstPause;
    }

    // Returns the length of the next pause. `random` is any random number.
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
