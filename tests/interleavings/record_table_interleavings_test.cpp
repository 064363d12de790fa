// Makers, counters, readers and deaths that meet in a record table, in every
// way (explorer.hpp).

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <vector>

#include "policy/shared_memory/record_table.hpp"
#include "tests/interleavings/explorer.hpp"

namespace robots {
namespace {

using interleavings::End;
using interleavings::explore;
using interleavings::Explored;
using interleavings::has_died;
using interleavings::Word;

// A record that counts. Its owner is there twice, so that a copy of two owners
// is known for one.
struct Tick {
    Word name;
    Word last;
    Word count;
    Word name_again;

    std::uint64_t key() const { return name.load(std::memory_order_relaxed); }
    std::uint64_t seen() const { return last.load(std::memory_order_relaxed); }
};

using Table = RecordTable<Tick, Word>;

constexpr std::uint64_t kGiveUp = 0;
constexpr std::uint64_t kCounted = 1;

// Processes bear their place in the list of the explorer, and one more.
Maker maker(std::size_t process) {
    return {static_cast<std::uint32_t>(process + 1),
            [](std::uint32_t number) { return !has_died(number - 1); }};
}

class RecordTableInterleavings : public ::testing::Test {
  protected:
    // One bucket, and the count of records that had to go.
    struct alignas(Table::kAlignment) Shared {
        std::array<Word, Table::kBucket> keys;
        std::array<Tick, Table::kBucket> records;
        Word evicted;
    };

    Table table() {
        return {shared_.get(), Table::octets_for(1), shared_->evicted};
    }

    // Fills all places but the first `free` with records that nobody counts
    // in, seen more recently than any other.
    void fill_but(std::size_t free) {
        for (std::uint64_t key = 100; key < 100 + Table::kBucket; ++key) {
            Tick* tick = make(key, maker(9));
            tick->last.store(1000);
        }
        for (std::size_t place = 0; place < free; ++place) {
            shared_->keys[place].store(0);
        }
    }

    // Leaves no other place than the first: the others are being made by
    // somebody who lives.
    void only_first_place() {
        for (std::size_t place = 1; place < Table::kBucket; ++place) {
            shared_->keys[place].store(77);
        }
    }

    Tick* make(std::uint64_t key, const Maker& maker) {
        return table().make(key, maker, [key](Tick& tick) {
            tick.name.store(key, std::memory_order_release);
            tick.name_again.store(key, std::memory_order_release);
        });
    }

    // As the ledger counts.
    std::uint64_t count(std::uint64_t key, std::size_t process,
                        std::uint64_t now) {
        Tick* tick = table().find(key);
        tick = tick != nullptr ? tick : make(key, maker(process));
        if (tick == nullptr) {
            return kGiveUp;
        }
        tick->last.store(now, std::memory_order_release);
        tick->count.fetch_add(1, std::memory_order_relaxed);
        return kCounted;
    }

    std::uint64_t counted(std::uint64_t key) {
        std::uint64_t sum = 0;
        table().each_of(key,
                        [&sum](const Tick& tick) { sum += tick.count.load(); });
        return sum;
    }

    // Whether all live records are of one owner each.
    ::testing::AssertionResult is_whole() {
        for (std::size_t place = 0; place < table().capacity(); ++place) {
            Tick tick;
            if (table().copy(place, tick) &&
                tick.name.load() != tick.name_again.load()) {
                return ::testing::AssertionFailure()
                       << "place " << place << " is " << tick.name.load()
                       << "'s and " << tick.name_again.load() << "'s";
            }
        }
        return ::testing::AssertionSuccess();
    }

    Explored explore_all(const std::vector<interleavings::Process>& processes,
                         std::size_t deaths,
                         const std::function<void(const End&)>& check) {
        const Explored explored = explore({shared_.get(), sizeof(Shared)},
                                          processes, {deaths}, check);
        EXPECT_TRUE(explored.complete) << explored.states << " states";
        EXPECT_GT(explored.ends, 1u);
        return explored;
    }

    std::unique_ptr<Shared> shared_ = std::make_unique<Shared>();
};

TEST_F(RecordTableInterleavings, TwoProcessesWithANewKeyLoseNoCount) {
    explore_all(
        {[this] { return count(1, 0, 5); }, [this] { return count(1, 1, 6); }},
        0, [this](const End&) {
            EXPECT_EQ(counted(1), 2u);
            EXPECT_TRUE(is_whole());
        });
}

TEST_F(RecordTableInterleavings, TwoNewKeysGetARecordEach) {
    explore_all(
        {[this] { return count(1, 0, 5); }, [this] { return count(2, 1, 6); }},
        0, [this](const End&) {
            EXPECT_EQ(counted(1), 1u);
            EXPECT_EQ(counted(2), 1u);
            EXPECT_TRUE(is_whole());
        });
}

TEST_F(RecordTableInterleavings, ADeathAtAnyStepLosesNothingOfOthers) {
    explore_all(
        {[this] { return count(1, 0, 5); }, [this] { return count(2, 1, 6); }},
        1, [this](const End& end) {
            EXPECT_TRUE(is_whole());
            for (std::size_t who = 0; who < 2; ++who) {
                if (end.outcomes[who]) {
                    EXPECT_EQ(counted(who + 1), 1u);
                }
            }
        });
}

// The place of a maker that died is the only one that there is. Whenever it
// died, the next one that comes gets the place.
TEST_F(RecordTableInterleavings, ThePlaceOfADeadMakerIsNotLost) {
    static std::array<bool, 2> dead;
    const Maker later{9, [](std::uint32_t number) {
                          return number > dead.size() || !dead[number - 1];
                      }};
    only_first_place();
    const Explored explored =
        explore_all({[this] { return make(1, maker(0)) != nullptr ? 1U : 0U; },
                     [this] { return make(2, maker(1)) != nullptr ? 1U : 0U; }},
                    2, [&](const End& end) {
                        EXPECT_TRUE(is_whole());
                        dead = {!end.outcomes[0], !end.outcomes[1]};
                        EXPECT_NE(make(3, later), nullptr);
                        EXPECT_TRUE(is_whole());
                    });
    EXPECT_GT(explored.ends, 10u);
}

// A maker that sleeps for any time, while others want its place, must not
// write into what is another's by then.
TEST_F(RecordTableInterleavings, ASleepingProcessOverwritesNoRecord) {
    only_first_place();
    explore_all({[this] { return make(1, maker(0)) != nullptr ? 1U : 0U; },
                 [this] { return make(2, maker(1)) != nullptr ? 1U : 0U; },
                 [this] { return make(3, maker(2)) != nullptr ? 1U : 0U; }},
                1, [this](const End&) { EXPECT_TRUE(is_whole()); });
}

// The reader's copy is of one owner, however the place changes hands.
TEST_F(RecordTableInterleavings, ACopyHasDataOfOneOwner) {
    make(1, maker(8))->count.store(50);
    only_first_place();
    const auto read = [this]() -> std::uint64_t {
        Tick tick;
        if (!table().copy(0, tick)) {
            return 0;
        }
        const std::uint64_t name = tick.name.load();
        const std::uint64_t count = tick.count.load();
        const bool whole =
            name == tick.name_again.load() &&
            (name == 1 ? count == 50 || count == 51 : count <= 1);
        return whole ? 1 : 2;
    };
    explore_all({read, [this] { return count(2, 1, 6); }}, 1,
                [](const End& end) { EXPECT_NE(end.outcomes[0], 2u); });
}

// What two count, and two that evict each other: more than one of them needs
// the last place.
TEST_F(RecordTableInterleavings, TwoThatNeedTheLastPlaceBothGetARecord) {
    fill_but(1);
    explore_all({[this] { return count(1, 0, 2000); },
                 [this] { return count(2, 1, 2001); }},
                0, [this](const End& end) {
                    EXPECT_TRUE(is_whole());
                    EXPECT_EQ(end.outcomes[0], kCounted);
                    EXPECT_EQ(end.outcomes[1], kCounted);
                });
}

}  // namespace
}  // namespace robots
