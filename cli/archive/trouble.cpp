#include "cli/archive/trouble.hpp"

#include <iterator>

#include "policy/base/utf8.hpp"

namespace robotsctl {

namespace {

// Of inputs that cannot be opened; a folder may hold millions of them.
constexpr std::size_t kMostLost = 100;

}  // namespace

void Trouble::skipped(const std::string& where, std::string_view why) {
    ++skips_;
    keep(where + ": " + std::string(why));
}

void Trouble::lost(const std::string& problem) {
    if (lost_.size() < kMostLost) {
        lost_.push_back(problem);
    }
}

void Trouble::add(std::uint64_t skipped,
                  const std::vector<std::string>& samples) {
    skips_ += skipped;
    for (const std::string& sample : samples) {
        keep(sample);
    }
}

void Trouble::keep(const std::string& sample) {
    samples_.insert(robots::printable(sample));
    if (samples_.size() > kSamples) {
        samples_.erase(std::prev(samples_.end()));
    }
}

}  // namespace robotsctl
