// Draws a progress bar while a long input is read.

#pragma once

#include <chrono>
#include <cstdint>

namespace robotsctl {

// The bar is drawn only if standard error is a terminal, and only after half a
// second.
class Progress {
  public:
    // `size` is the number of octets to read, or 0 if unknown. `things` is the
    // word for what draw() counts.
    void start(std::uint64_t size, const char* things = "lines");

    // Whether it is time to draw again.
    bool due() const;

    void draw(std::uint64_t position, std::uint64_t count);

    // Removes the bar.
    void finish();

  private:
    using Clock = std::chrono::steady_clock;

    std::uint64_t size_ = 0;
    const char* things_ = "";
    Clock::time_point started_;
    Clock::time_point next_;
    bool on_ = false;
    bool drawn_ = false;
};

}  // namespace robotsctl
