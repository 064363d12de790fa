#include "policy/shared_memory/fetch_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace robots {
namespace {

using std::chrono::hours;

struct alignas(FetchTable::kAlignment) Line {
    char octets[FetchTable::kAlignment]{};
};

class FetchTableTest : public ::testing::Test {
  protected:
    // One bucket, so that all visitors meet.
    std::vector<Line> memory{1};
    FetchTable table{memory.data(), sizeof(Line)};
};

TEST_F(FetchTableTest, KnowsWhatAVisitorWasLastServed) {
    EXPECT_EQ(table.last(7), std::nullopt);
    table.record(7, 11, hours{1});
    EXPECT_EQ(table.last(7), 11u);
    EXPECT_EQ(table.last(8), std::nullopt);
    table.record(7, 12, hours{1});
    EXPECT_EQ(table.last(7), 12u);
}

TEST_F(FetchTableTest, ForgetsTheOldestFetch) {
    ASSERT_EQ(table.capacity(), 8u);
    for (std::uint64_t visitor = 1; visitor <= 8; ++visitor) {
        table.record(visitor, 5, hours{static_cast<int>(visitor)});
    }
    table.record(1, 5, hours{20});
    table.record(9, 5, hours{21});
    EXPECT_EQ(table.last(2), std::nullopt);
    EXPECT_EQ(table.last(1), 5u);
    EXPECT_EQ(table.last(9), 5u);
}

TEST_F(FetchTableTest, AFloodOfStrangersRemovesNoVerifiedCrawler) {
    std::vector<Line> lines(16);
    FetchTable divided(lines.data(), lines.size() * sizeof(Line));
    EXPECT_EQ(divided.capacity(), 128u);
    divided.record(7, 11, hours{1});
    for (std::uint64_t i = 0; i < 10000; ++i) {
        divided.record(kOpenToAll | i << 40 | i, 12, hours{2});
    }
    EXPECT_EQ(divided.last(7), 11u);
}

TEST_F(FetchTableTest, KeysOfEitherPartUseAllOfIt) {
    constexpr std::size_t kLines = 2048;
    for (const std::uint64_t part : {std::uint64_t{0}, kOpenToAll}) {
        std::vector<Line> lines(kLines);
        FetchTable divided(lines.data(), lines.size() * sizeof(Line));
        // Half as many as the part has words for.
        const std::size_t count = divided.capacity() / 4;
        std::mt19937_64 random(1);
        std::vector<std::uint64_t> keys;
        for (std::size_t i = 0; i < count; ++i) {
            keys.push_back((random() & ~kOpenToAll) | part);
            divided.record(keys.back(), 11, hours{1});
        }
        const auto kept = std::count_if(
            keys.begin(), keys.end(),
            [&](std::uint64_t key) { return divided.last(key).has_value(); });
        EXPECT_GT(kept, count * 95 / 100) << part;
    }
}

TEST_F(FetchTableTest, OutlivesItsView) {
    table.record(7, 11, hours{1});
    const FetchTable again(memory.data(), sizeof(Line));
    EXPECT_EQ(again.last(7), 11u);
}

TEST_F(FetchTableTest, RecordsAfterTheLastHourThatAWordHolds) {
    table.record(7, 11, hours{24 * 365 * 20});
    EXPECT_EQ(table.last(7), 11u);
}

TEST(RevisionTag, IsOfTheWholeNameAndNeverZero) {
    EXPECT_EQ(revision_tag("7a9b1ceba2aabe3f"),
              revision_tag("7a9b1ceba2aabe3f"));
    EXPECT_NE(revision_tag("7a9b1ceba2aabe3f"),
              revision_tag("7a9b1ceba2aabe30"));
    EXPECT_NE(revision_tag("7a9b1ceba2aabe3f"),
              revision_tag("0a9b1ceba2aabe3f"));
    EXPECT_NE(revision_tag("r1"), revision_tag("r2"));
    EXPECT_NE(revision_tag(""), 0u);
    EXPECT_LT(revision_tag("7a9b1ceba2aabe3f"), 1u << 24);
}

}  // namespace
}  // namespace robots
