// A bar on the terminal while a long log is read.

#ifndef ROBOTS_CLI_OUTPUT_PROGRESS_HPP
#define ROBOTS_CLI_OUTPUT_PROGRESS_HPP

#include <chrono>
#include <cstdint>

namespace robotsctl {

// On standard error, and only where that is a terminal. The first bar appears
// after half a second, so that short work shows none.
class Progress {
  public:
    // `size`: octets there are to read, 0 where that can't be known.
    void start(std::uint64_t size);

    // Whether it is time for a new bar.
    bool due() const;

    void draw(std::uint64_t position, std::uint64_t lines);

    // Wipes the bar.
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
