#include "cli/judging/intervals.hpp"

#include <cstddef>

#include "policy/state/interval_histogram.hpp"

namespace robotsctl {

namespace {

constexpr std::uint64_t kParts = 1 << robots::kIntervalPartBits;

// Values below 16 have a bucket each, as have the sixteenths of each octave
// above: 0, 1, ..., 31, then 32 to 33, 34 to 35, ..., 62 to 63, 64 to 67, ...
std::size_t bucket_of(std::uint64_t value) {
    if (value < kParts) {
        return static_cast<std::size_t>(value);
    }
    const auto [octave, part] = robots::octave_part(value);
    const auto above =
        static_cast<std::uint64_t>(octave - robots::kIntervalPartBits);
    return static_cast<std::size_t>((above + 1) * kParts + part);
}

std::uint64_t middle_of(std::uint64_t bucket) {
    if (bucket < 2 * kParts) {
        return bucket;
    }
    const std::uint64_t width = std::uint64_t{1} << (bucket / kParts - 1);
    return (kParts + bucket % kParts) * width + width / 2;
}

}  // namespace

void Intervals::add(robots::Milliseconds gap) {
    const std::size_t at = bucket_of(static_cast<std::uint64_t>(gap.count()));
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
            return robots::Milliseconds(middle_of(at));
        }
    }
    return std::nullopt;
}

}  // namespace robotsctl
