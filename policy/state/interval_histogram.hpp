// How long apart a crawler's requests came: counts in powers of two, which
// give the median to within a few percent.
//
// A bucket is one word, so that one atomic addition counts: the number of
// intervals, and above which sixteenth of the bucket they began, summed up. The
// mean of the bucket in which the median lies is the estimate of it, exact to a
// sixteenth of the bucket for a crawler that keeps to an interval.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "policy/robots_txt/rate.hpp"

namespace robots {

// The first bucket takes all below 128 ms, of which those below 64 ms count as
// that; the next ones end at 256 ms, 512 ms, ..., 9.3 h; the last takes the
// rest.
constexpr std::size_t kIntervalBuckets = 20;

// The two parts of a bucket's word: above, the number of intervals; below, the
// sum of their parts of the bucket. After a billion intervals a bucket starts
// anew.
constexpr int kIntervalPartBits = 4;
constexpr int kIntervalCountShift = 34;

// What one interval adds, and to which bucket.
struct IntervalCount {
    std::size_t bucket;
    std::uint64_t weight;
};

// The place of a value of at least 16 between a power of two and the next: the
// octave, and how many sixteenths of 2^octave follow. 5000 = 4096 + 3 * 256 +
// 136: {12, 3}.
struct OctavePart {
    int octave;
    std::uint64_t part;
};

inline OctavePart octave_part(std::uint64_t value) {
    const int octave = 63 ^ __builtin_clzll(value);
    return {octave, value >> (octave - kIntervalPartBits) &
                        ((1 << kIntervalPartBits) - 1)};
}

inline IntervalCount count_of_interval(std::uint64_t milliseconds) {
    constexpr int kFirstBit = 6;
    constexpr std::uint64_t kLeast = 1 << kFirstBit;
    constexpr std::uint64_t kMost = (kLeast << kIntervalBuckets) - 1;
    const std::uint64_t clamped =
        std::min(std::max(milliseconds, kLeast), kMost);
    const OctavePart at = octave_part(clamped);
    return {static_cast<std::size_t>(at.octave - kFirstBit),
            std::uint64_t{1} << kIntervalCountShift | at.part};
}

// The intervals that a bucket's word has counted.
inline std::uint64_t intervals_in(std::uint64_t word) {
    return word >> kIntervalCountShift;
}

// Where a bucket begins.
Milliseconds interval_bucket_start(std::size_t bucket);

// The words of several crawlers or sites, added up.
class IntervalHistogram {
  public:
    void add(std::size_t bucket, std::uint64_t word);

    std::uint64_t count(std::size_t bucket) const { return counts_[bucket]; }

    // nullopt if there is no interval.
    std::optional<Milliseconds> median() const;

  private:
    Milliseconds mean_of(std::size_t bucket) const;

    std::array<std::uint64_t, kIntervalBuckets> counts_{};
    std::array<std::uint64_t, kIntervalBuckets> parts_{};
};

}  // namespace robots
