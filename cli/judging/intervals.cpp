#include "cli/judging/intervals.hpp"

#include <cstddef>

namespace robotsctl {

namespace {

// Each power of two is cut into 2^kBits buckets; shorter gaps have one each.
constexpr unsigned kBits = 4;
constexpr std::uint64_t kParts = std::uint64_t{1} << kBits;

std::size_t bucket(std::uint64_t value) {
    unsigned shift = 0;
    while (value >> shift >= 2 * kParts) {
        ++shift;
    }
    return static_cast<std::size_t>(shift * kParts + (value >> shift));
}

// The middle of a bucket.
std::uint64_t middle(std::uint64_t at) {
    if (at < 2 * kParts) {
        return at;
    }
    const std::uint64_t shift = at / kParts - 1;
    const std::uint64_t first = (at - shift * kParts) << shift;
    return first + (std::uint64_t{1} << shift) / 2;
}

}  // namespace

void Intervals::add(robots::Milliseconds gap) {
    const std::size_t at = bucket(static_cast<std::uint64_t>(gap.count()));
    if (at >= counts_.size()) {
        counts_.resize(at + 1);
    }
    ++counts_[at];
    ++total_;
}

std::optional<robots::Milliseconds> Intervals::median() const {
    std::uint64_t seen = 0;
    for (std::size_t at = 0; at < counts_.size(); ++at) {
        seen += counts_[at];
        if (2 * seen >= total_ && total_ > 0) {
            return robots::Milliseconds(middle(at));
        }
    }
    return std::nullopt;
}

}  // namespace robotsctl
