// A progress bar while a long log is read.

#ifndef ROBOTS_CLI_OUTPUT_PROGRESS_HPP
#define ROBOTS_CLI_OUTPUT_PROGRESS_HPP

#include <chrono>
#include <cstdint>

namespace robotsctl {

// Drawn on standard error if that is a terminal, from half a second on.
class Progress {
  public:
    // `size`: octets to read, 0 if unknown.
    void start(std::uint64_t size);

    // Whether it is time to draw again.
    bool due() const;

    void draw(std::uint64_t position, std::uint64_t lines);

    // Removes the bar.
    void finish();

  private:
    using Clock = std::chrono::steady_clock;

    std::uint64_t size_ = 0;
    Clock::time_point started_;
    Clock::time_point next_;
    bool on_ = false;
    bool drawn_ = false;
};

}  // namespace robotsctl

#endif
