#include "cli/output/progress.hpp"

#include <unistd.h>
#include <cmath>

#include <algorithm>
#include <iostream>
#include <string>

namespace robotsctl {

namespace {

constexpr std::chrono::milliseconds kFirst{500};
constexpr std::chrono::milliseconds kEach{100};
constexpr std::uint64_t kBarWidth = 30;

// Returns "12 s left" or "3 min left". More precision would not help.
std::string time_left(double seconds) {
    const auto whole = static_cast<std::uint64_t>(std::lround(seconds));
    return whole < 100 ? std::to_string(whole) + " s left"
                       : std::to_string((whole + 30) / 60) + " min left";
}

}  // namespace

void Progress::start(std::uint64_t size, const char* things) {
    on_ = ::isatty(STDERR_FILENO) == 1;
    size_ = size;
    things_ = things;
    started_ = Clock::now();
    next_ = started_ + kFirst;
}

bool Progress::due() const {
    return on_ && Clock::now() >= next_;
}

void Progress::draw(std::uint64_t position, std::uint64_t count) {
    const auto now = Clock::now();
    next_ = now + kEach;
    drawn_ = true;
    const std::chrono::duration<double> passed = now - started_;
    const double rate = static_cast<double>(count) / passed.count();
    std::string bar;
    std::string left;
    if (size_ > 0) {
        const std::uint64_t done = std::min(position, size_);
        const auto filled = static_cast<std::size_t>(kBarWidth * done / size_);
        bar = "[" + std::string(filled, '#') +
              std::string(kBarWidth - filled, '.') + "] " +
              std::to_string(100 * done / size_) + "%  ";
        if (done > 0) {
            left = ", " + time_left(passed.count() *
                                    static_cast<double>(size_ - done) /
                                    static_cast<double>(done));
        }
    }
    std::cerr << '\r' << bar << count << ' ' << things_ << ", "
              << static_cast<std::uint64_t>(rate) << ' ' << things_ << "/s"
              << left << "\033[K" << std::flush;
}

void Progress::finish() {
    if (drawn_) {
        std::cerr << "\r\033[K" << std::flush;
        drawn_ = false;
    }
}

}  // namespace robotsctl
