#include "word_table.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace robots {
namespace {

struct alignas(WordTable::kAlignment) Memory {
    std::array<std::uint64_t, 16> words{};
};

std::uint64_t as_it_is(std::uint64_t value) {
    return value;
}

// The word of `key` in a table of one bucket.
WordTable::Place place_of(Memory& memory, std::uint64_t key) {
    return WordTable(&memory, WordTable::octets_for(8)).locate(key, as_it_is);
}

bool store(Memory& memory, std::uint64_t key, std::uint64_t value) {
    return WordTable::store(place_of(memory, key), key, value);
}

TEST(WordTable, HoldsWhatWasStored) {
    Memory memory;
    EXPECT_FALSE(place_of(memory, 1).known);
    EXPECT_TRUE(store(memory, 1, 11));
    EXPECT_TRUE(store(memory, 2, WordTable::kMaxValue));
    EXPECT_TRUE(store(memory, 1, 12));
    EXPECT_TRUE(place_of(memory, 1).known);
    EXPECT_EQ(place_of(memory, 1).value(), 12u);
    EXPECT_EQ(place_of(memory, 2).value(), WordTable::kMaxValue);
}

TEST(WordTable, AValueOfZeroIsAValue) {
    Memory memory;
    EXPECT_TRUE(store(memory, 0, 0));
    EXPECT_TRUE(place_of(memory, 0).known);
}

TEST(WordTable, UsesAllOfItsBuckets) {
    Memory memory;
    const WordTable table(&memory, sizeof memory);
    EXPECT_EQ(table.capacity(), 16u);
    const auto first = table.locate(0, as_it_is);
    const auto last = table.locate(UINT64_MAX, as_it_is);
    EXPECT_EQ(last.word - first.word, 8);
}

TEST(WordTable, AFullBucketGivesUpTheLightest) {
    Memory memory;
    for (std::uint64_t key = 1; key <= 8; ++key) {
        EXPECT_TRUE(store(memory, key, key == 5 ? 1 : 100 + key));
    }
    const auto place = place_of(memory, 9);
    EXPECT_FALSE(place.known);
    EXPECT_EQ(place.value(), 1u);
    EXPECT_EQ(place.word, place_of(memory, 5).word);
}

TEST(WordTable, AWordThatChangedSinceIsNotStored) {
    Memory memory;
    EXPECT_TRUE(store(memory, 1, 11));
    const auto stale = place_of(memory, 1);
    EXPECT_TRUE(store(memory, 1, 12));
    EXPECT_FALSE(WordTable::store(stale, 1, 13));
    EXPECT_EQ(place_of(memory, 1).value(), 12u);
}

TEST(WordTable, RoomThatSomebodyElseTookIsNotStored) {
    Memory memory;
    const auto stale = place_of(memory, 1);
    EXPECT_TRUE(store(memory, 2, 22));
    EXPECT_FALSE(WordTable::store(stale, 1, 11));
    EXPECT_FALSE(place_of(memory, 1).known);
    EXPECT_EQ(place_of(memory, 2).value(), 22u);
}

}  // namespace
}  // namespace robots
