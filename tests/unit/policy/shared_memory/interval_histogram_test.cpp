#include "policy/shared_memory/interval_histogram.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <vector>

namespace robots {
namespace {

// The histogram of these intervals, as the ledger's words have it.
IntervalHistogram histogram_of(const std::vector<std::uint64_t>& intervals) {
    std::array<std::uint64_t, kIntervalBuckets> words{};
    for (const std::uint64_t interval : intervals) {
        const IntervalCount count = count_of_interval(interval);
        words[count.bucket] += count.weight;
    }
    IntervalHistogram histogram;
    for (std::size_t bucket = 0; bucket < words.size(); ++bucket) {
        histogram.add(bucket, words[bucket]);
    }
    return histogram;
}

TEST(IntervalHistogram, BucketsArePowersOfTwo) {
    EXPECT_EQ(count_of_interval(0).bucket, 0u);
    EXPECT_EQ(count_of_interval(127).bucket, 0u);
    EXPECT_EQ(count_of_interval(128).bucket, 1u);
    EXPECT_EQ(count_of_interval(255).bucket, 1u);
    EXPECT_EQ(count_of_interval(256).bucket, 2u);
    EXPECT_EQ(count_of_interval(UINT64_MAX).bucket, kIntervalBuckets - 1);
    EXPECT_EQ(interval_bucket_start(0).count(), 0);
    for (std::size_t bucket = 1; bucket < kIntervalBuckets; ++bucket) {
        const auto start =
            static_cast<std::uint64_t>(interval_bucket_start(bucket).count());
        EXPECT_EQ(count_of_interval(start).bucket, bucket);
        EXPECT_EQ(count_of_interval(start - 1).bucket, bucket - 1);
    }
}

TEST(IntervalHistogram, NoIntervalHasNoMedian) {
    EXPECT_FALSE(IntervalHistogram().median());
}

TEST(IntervalHistogram, AConstantIntervalIsExact) {
    for (const std::uint64_t interval :
         {100u, 500u, 1000u, 2000u, 5000u, 10000u, 60000u, 3600000u}) {
        const auto median =
            histogram_of(std::vector<std::uint64_t>(9, interval)).median();
        ASSERT_TRUE(median);
        const double exact = static_cast<double>(interval);
        EXPECT_LE(std::abs(static_cast<double>(median->count()) - exact),
                  exact / 32)
            << interval;
    }
}

TEST(IntervalHistogram, HalfOfTheIntervalsAreShorterThanTheMedian) {
    const auto median =
        histogram_of({10, 20, 30, 2000, 2000, 2000, 2000, 90000, 90000})
            .median();
    ASSERT_TRUE(median);
    EXPECT_NEAR(static_cast<double>(median->count()), 2000, 2000.0 / 32);
}

TEST(IntervalHistogram, SumsOfSeveralAreTheirHistogram) {
    IntervalHistogram sum;
    const IntervalCount count = count_of_interval(5000);
    sum.add(count.bucket, 3 * count.weight);
    sum.add(count.bucket, 4 * count.weight);
    EXPECT_EQ(sum.count(count.bucket), 7u);
    EXPECT_NEAR(static_cast<double>(sum.median()->count()), 5000, 5000.0 / 32);
}

}  // namespace
}  // namespace robots
