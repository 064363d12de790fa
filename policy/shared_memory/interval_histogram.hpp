// A histogram of the intervals between a crawler's requests. The limits of the
// buckets are powers of two. The histogram gives the median to within a few
// percent.
//
// A bucket is one word, so one atomic addition counts an interval. The word has
// the number of intervals, and the sum of their positions. The position of an
// interval is its distance from the start of the bucket, in sixteenths of the
// bucket. The estimate of the median is the mean of the bucket that contains
// the median. If all intervals of a crawler are equal, the estimate is exact to
// a sixteenth of the bucket.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "policy/robots_txt/rate.hpp"

namespace robots {

// The first bucket has all intervals below 128 ms; intervals below 64 ms count
// as 64 ms. The next buckets end at 256 ms, 512 ms, ..., 9.3 h. The last bucket
// has all longer intervals.
constexpr std::size_t kIntervalBuckets = 20;

// The two parts of a bucket's word: the high bits are the number of intervals,
// the low bits are the sum of their positions. After a billion intervals, the
// word overflows and starts again from zero.
constexpr int kIntervalPartBits = 4;
constexpr int kIntervalCountShift = 34;

// The bucket of an interval, and the number that is added to the bucket's word.
struct IntervalCount {
    std::size_t bucket;
    std::uint64_t weight;
};

// A value of at least 16, split into `octave` and `part`: 2^octave plus `part`
// sixteenths of 2^octave, rounded down. For example, 5000 = 4096 + 3 * 256 +
// 136 is {12, 3}.
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

// Returns the number of intervals in a bucket's word.
inline std::uint64_t intervals_in(std::uint64_t word) {
    return word >> kIntervalCountShift;
}

// Returns the shortest interval that belongs to a bucket.
Milliseconds interval_bucket_start(std::size_t bucket);

// The sum of the histograms of several crawlers or sites.
class IntervalHistogram {
  public:
    void add(std::size_t bucket, std::uint64_t word);

    std::uint64_t count(std::size_t bucket) const { return counts_[bucket]; }

    // Returns the median; nullopt if no intervals were added.
    std::optional<Milliseconds> median() const;

  private:
    Milliseconds mean_of(std::size_t bucket) const;

    std::array<std::uint64_t, kIntervalBuckets> counts_{};
    std::array<std::uint64_t, kIntervalBuckets> parts_{};
};

}  // namespace robots
