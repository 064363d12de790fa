#include "policy/shared_memory/interval_histogram.hpp"

namespace robots {

namespace {

constexpr std::uint64_t kPartSum =
    (std::uint64_t{1} << kIntervalCountShift) - 1;

// In milliseconds. In the first bucket, shorter intervals count as
// kLeastInterval. So this bucket reaches from kLeastInterval to 2 *
// kLeastInterval.
constexpr std::int64_t kLeastInterval = 64;

}  // namespace

Milliseconds interval_bucket_start(std::size_t bucket) {
    return Milliseconds(bucket == 0 ? 0 : kLeastInterval << bucket);
}

void IntervalHistogram::add(std::size_t bucket, std::uint64_t word) {
    counts_[bucket] += intervals_in(word);
    parts_[bucket] += word & kPartSum;
}

Milliseconds IntervalHistogram::mean_of(std::size_t bucket) const {
    constexpr double kParts = 1 << kIntervalPartBits;
    const double part = static_cast<double>(parts_[bucket]) /
                            static_cast<double>(counts_[bucket]) +
                        0.5;
    const auto width = static_cast<double>(kLeastInterval << bucket);
    return Milliseconds(
        static_cast<std::int64_t>(width + part / kParts * width));
}

std::optional<Milliseconds> IntervalHistogram::median() const {
    std::uint64_t total = 0;
    for (const std::uint64_t count : counts_) {
        total += count;
    }
    std::uint64_t below = 0;
    for (std::size_t bucket = 0; bucket < kIntervalBuckets; ++bucket) {
        below += counts_[bucket];
        if (total != 0 && 2 * below >= total) {
            return mean_of(bucket);
        }
    }
    return std::nullopt;
}

}  // namespace robots
