#include "cli/output/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <string>

namespace robotsctl {

namespace {

constexpr std::chrono::milliseconds kFirst{500};
constexpr std::chrono::milliseconds kEach{100};
constexpr std::uint64_t kWidth = 30;

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
    if (size_ > 0) {
        const std::uint64_t done = std::min(position, size_);
        const auto filled = static_cast<std::size_t>(kWidth * done / size_);
        bar = "[" + std::string(filled, '#') +
              std::string(kWidth - filled, '.') + "] " +
              std::to_string(100 * done / size_) + "%  ";
    }
    std::cerr << '\r' << bar << count << ' ' << things_ << ", "
              << static_cast<std::uint64_t>(rate) << ' ' << things_
              << "/s\033[K" << std::flush;
}

void Progress::finish() {
    if (drawn_) {
        std::cerr << "\r\033[K" << std::flush;
        drawn_ = false;
    }
}

}  // namespace robotsctl
