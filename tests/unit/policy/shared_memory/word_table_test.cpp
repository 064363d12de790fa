#include "policy/shared_memory/word_table.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>

namespace robots {
namespace {

using Words = WordTable<40>;

struct alignas(kWordTableAlignment) TableMemory {
    std::array<std::uint64_t, 16> words{};
};

std::uint64_t as_it_is(std::uint64_t value) {
    return value;
}

// The word of `key` in a table of one bucket.
Words::Place place_of(TableMemory& memory, std::uint64_t key) {
    return Words(&memory, Words::octets_for(8)).locate(key, as_it_is);
}

bool store(TableMemory& memory, std::uint64_t key, std::uint64_t value) {
    return Words::store(place_of(memory, key), key, value);
}

TEST(WordTable, HoldsWhatWasStored) {
    TableMemory memory;
    EXPECT_FALSE(place_of(memory, 1).known);
    EXPECT_TRUE(store(memory, 1, 11));
    EXPECT_TRUE(store(memory, 2, Words::kMaxValue));
    EXPECT_TRUE(store(memory, 1, 12));
    EXPECT_TRUE(place_of(memory, 1).known);
    EXPECT_EQ(place_of(memory, 1).value(), 12u);
    EXPECT_EQ(place_of(memory, 2).value(), Words::kMaxValue);
}

TEST(WordTable, AValueOfZeroIsAValue) {
    TableMemory memory;
    EXPECT_TRUE(store(memory, 0, 0));
    EXPECT_TRUE(place_of(memory, 0).known);
}

TEST(WordTable, UsesAllOfItsBuckets) {
    TableMemory memory;
    const Words table(&memory, sizeof memory);
    EXPECT_EQ(table.capacity(), 16u);
    const auto first = table.locate(0, as_it_is);
    const auto last = table.locate(UINT64_MAX, as_it_is);
    EXPECT_EQ(last.word - first.word, 8);
}

// The arithmetic of word_table.hpp at a scale at which it can be seen: tags of
// eight bits in 64 buckets.
TEST(WordTable, KeysMeetAsOftenAsTheirTagsSay) {
    using Small = WordTable<56>;
    struct alignas(kWordTableAlignment) Buckets {
        std::array<std::uint64_t, 512> words{};
    };
    constexpr int kRounds = 2000;
    constexpr int kKeys = 100;
    std::mt19937_64 random(1);
    int met = 0;
    for (int round = 0; round < kRounds; ++round) {
        Buckets memory;
        const Small table(&memory, sizeof memory);
        for (int i = 0; i < kKeys; ++i) {
            const std::uint64_t key = random();
            const Small::Place place = table.locate(key, as_it_is);
            met += place.known ? 1 : 0;
            EXPECT_TRUE(Small::store(place, key, 1));
        }
    }
    constexpr double kExpected =
        kRounds * (kKeys * (kKeys - 1) / 2.0) / (64 * 256.0);
    EXPECT_GT(met, 0.85 * kExpected);
    EXPECT_LT(met, 1.15 * kExpected);
}

TEST(WordTable, AnEmptyWordIsReplacedFirst) {
    TableMemory memory;
    const auto upside_down = [](std::uint64_t value) { return ~value; };
    for (std::uint64_t key = 1; key <= 3; ++key) {
        EXPECT_TRUE(store(memory, key, key));
    }
    const Words table(&memory, Words::octets_for(8));
    EXPECT_EQ(table.locate(4, upside_down).seen, 0u);
}

TEST(WordTable, AFullBucketGivesUpTheLightest) {
    TableMemory memory;
    for (std::uint64_t key = 1; key <= 8; ++key) {
        EXPECT_TRUE(store(memory, key, key == 5 ? 1 : 100 + key));
    }
    const auto place = place_of(memory, 9);
    EXPECT_FALSE(place.known);
    EXPECT_EQ(place.value(), 1u);
    EXPECT_EQ(place.word, place_of(memory, 5).word);
}

TEST(WordTable, AWordThatChangedSinceIsNotStored) {
    TableMemory memory;
    EXPECT_TRUE(store(memory, 1, 11));
    const auto stale = place_of(memory, 1);
    EXPECT_TRUE(store(memory, 1, 12));
    EXPECT_FALSE(Words::store(stale, 1, 13));
    EXPECT_EQ(place_of(memory, 1).value(), 12u);
}

TEST(WordTable, RoomThatSomebodyElseTookIsNotStored) {
    TableMemory memory;
    const auto stale = place_of(memory, 1);
    EXPECT_TRUE(store(memory, 2, 22));
    EXPECT_FALSE(Words::store(stale, 1, 11));
    EXPECT_FALSE(place_of(memory, 1).known);
    EXPECT_EQ(place_of(memory, 2).value(), 22u);
}

}  // namespace
}  // namespace robots
