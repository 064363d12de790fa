// Waiting for what a server will do: always by polling, always bounded.

#pragma once

#include <chrono>
#include <functional>

namespace integration {

using Milliseconds = std::chrono::milliseconds;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

// `time` multiplied by the environment's ROBOTS_TIME_SCALE (default 1), for
// servers that are slower than usual, as under a sanitizer.
Milliseconds scaled(Milliseconds time);

// Whether `condition` came true within scaled(timeout).
bool await(const std::function<bool()>& condition, Milliseconds timeout = 10s);

// Milliseconds since its making.
class Stopwatch {
  public:
    Milliseconds elapsed() const;

  private:
    std::chrono::steady_clock::time_point start_ =
        std::chrono::steady_clock::now();
};

}  // namespace integration
