// Waits for a condition by polling, with a limit on the time.

#pragma once

#include <chrono>
#include <functional>

namespace integration {

using Milliseconds = std::chrono::milliseconds;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

// Returns `time` multiplied by the environment variable ROBOTS_TIME_SCALE
// (default 1), for servers that are slower than usual, for example under a
// sanitizer.
Milliseconds scaled(Milliseconds time);

// Waits until `condition` is true. Returns false if it is not within
// scaled(timeout).
bool await(const std::function<bool()>& condition, Milliseconds timeout = 10s);

// Measures the milliseconds since its construction.
class Stopwatch {
  public:
    Milliseconds elapsed() const;

  private:
    std::chrono::steady_clock::time_point start_ =
        std::chrono::steady_clock::now();
};

}  // namespace integration
