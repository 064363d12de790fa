#include "policy/shared_memory/record_table.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "policy/robots_txt/rate.hpp"

namespace robots {
namespace {

using Ms = Milliseconds;

// A record that counts.
struct Tick {
    SharedWord name;
    SharedWord last;
    SharedWord count;

    std::uint64_t key() const { return name.load(); }
    std::uint64_t seen() const { return last.load(); }
};

using Table = RecordTable<Tick>;

class RecordTableTest : public ::testing::Test {
  protected:
    explicit RecordTableTest(std::size_t records = 64)
        : octets_(Table::octets_for(records)),
          memory_(std::aligned_alloc(Table::kAlignment, octets_), &std::free) {
        std::memset(memory_.get(), 0, octets_);
    }

    Table table() { return {memory_.get(), octets_, evicted_}; }

    static Tick* make(const Table& table, std::uint64_t key,
                      Table::IfFull if_full = Table::IfFull::evict,
                      const Maker& maker = Maker{}) {
        return table.make(
            key, maker, [key](Tick& tick) { tick.name = key; }, if_full);
    }

    // Returns a maker as each thread that makes records needs its own: a place
    // with the maker's own number is taken for one that a dead process left.
    static Maker maker_of(int thread) {
        Maker maker;
        maker.process = static_cast<std::uint32_t>(thread) + 1;
        return maker;
    }

    // Finds or makes, and counts.
    static void count(const Table& table, std::uint64_t key, Ms now,
                      const Maker& maker = Maker{}) {
        Tick* tick = table.find(key);
        tick = tick != nullptr ? tick
                               : make(table, key, Table::IfFull::evict, maker);
        ASSERT_NE(tick, nullptr);
        tick->last = static_cast<std::uint64_t>(now.count());
        ++tick->count;
    }

    static std::map<std::uint64_t, std::uint64_t> counts(const Table& table) {
        std::map<std::uint64_t, std::uint64_t> counts;
        for (std::size_t place = 0; place < table.capacity(); ++place) {
            Tick tick;
            if (table.copy(place, tick)) {
                counts[tick.key()] += tick.count;
            }
        }
        return counts;
    }

    std::size_t octets_;
    std::unique_ptr<void, decltype(&std::free)> memory_;
    SharedWord evicted_{0};
};

class OneBucket : public RecordTableTest {
  protected:
    OneBucket() : RecordTableTest(1) {}
};

TEST_F(RecordTableTest, RoomIsInWholeBuckets) {
    EXPECT_EQ(Table::octets_for(1), Table::octets_for(8));
    EXPECT_EQ(Table::octets_for(9), 2 * Table::octets_for(8));
    EXPECT_EQ(table().capacity(), 64u);
    EXPECT_EQ(table().octets(), octets_);
}

TEST_F(RecordTableTest, ANewKeyHasARecordOfZeros) {
    EXPECT_EQ(table().find(7), nullptr);
    Tick* made = make(table(), 7);
    ASSERT_NE(made, nullptr);
    EXPECT_EQ(made->count, 0u);
    EXPECT_EQ(table().find(7), made);
    EXPECT_EQ(table().find_at_home(7), made);
}

TEST_F(RecordTableTest, WhatOneViewCountedAnotherFinds) {
    count(table(), 7, Ms{5});
    count(table(), 7, Ms{6});
    EXPECT_EQ(counts(table()),
              (std::map<std::uint64_t, std::uint64_t>{{7, 2}}));
}

TEST_F(RecordTableTest, TheHighestBitOfAKeyDoesNotCount) {
    constexpr std::uint64_t kHigh = std::uint64_t{1} << 63;
    count(table(), kHigh | 7, Ms{5});
    EXPECT_NE(table().find(7), nullptr);
    EXPECT_EQ(counts(table()).size(), 1u);
}

TEST_F(OneBucket, TheLeastRecentlySeenGoesWhenFull) {
    for (std::uint64_t key = 1; key <= 8; ++key) {
        count(table(), key, Ms{10});
    }
    count(table(), 1, Ms{20});
    for (std::uint64_t key = 3; key <= 8; ++key) {
        count(table(), key, Ms{30});
    }
    EXPECT_EQ(evicted_, 0u);
    count(table(), 9, Ms{40});
    EXPECT_EQ(evicted_, 1u);
    EXPECT_EQ(table().find(2), nullptr) << "seen last at 10";
    EXPECT_NE(table().find(1), nullptr);
    EXPECT_EQ(table().find(9)->count, 1u) << "nothing of the old one is left";
}

TEST_F(OneBucket, NothingGoesForAKeyThatMayGiveUp) {
    for (std::uint64_t key = 1; key <= 8; ++key) {
        count(table(), key, Ms{10});
    }
    EXPECT_EQ(make(table(), 9, Table::IfFull::give_up), nullptr);
    EXPECT_EQ(counts(table()).size(), 8u);
    EXPECT_EQ(evicted_, 0u);
}

// As a process leaves it that dies between two instructions of make().
TEST_F(OneBucket, APlaceWhoseMakerDiedIsTakenOver) {
    constexpr std::uint32_t kLiving = 41;
    constexpr std::uint32_t kDead = 42;
    const Maker maker{43,
                      [](std::uint32_t process) { return process != kDead; }};
    const auto name = [](Tick& tick) { tick.name = 9; };
    auto* keys = static_cast<SharedWord*>(memory_.get());
    for (std::size_t place = 0; place < 8; ++place) {
        keys[place] = kLiving;
    }
    EXPECT_EQ(table().make(9, maker, name), nullptr)
        << "a living process may sleep as long as it likes";
    keys[5] = kDead;
    EXPECT_NE(table().make(9, maker, name), nullptr);
    EXPECT_EQ(keys[5] & ~(std::uint64_t{1} << 63), 9u);
    EXPECT_EQ(evicted_, 0u) << "a place that was being made is not a record";
}

TEST_F(OneBucket, APlaceMadeByAnEarlierProcessOfTheSameNumberIsTakenOver) {
    auto* keys = static_cast<SharedWord*>(memory_.get());
    for (std::size_t place = 0; place < 8; ++place) {
        keys[place] = Maker{}.process;  // of an earlier process
    }
    EXPECT_NE(make(table(), 9), nullptr);
}

TEST_F(OneBucket, ARecordThatDoesNotFitItsKeyIsNone) {
    count(table(), 7, Ms{10});
    table().find(7)->name = 8;
    EXPECT_TRUE(counts(table()).empty());
}

TEST_F(RecordTableTest, ARecordMadeTwiceIsReadAsBoth) {
    make(table(), 7)->count = 2;
    make(table(), 7)->count = 3;
    std::uint64_t sum = 0;
    table().each_of(7, [&sum](const Tick& tick) { sum += tick.count; });
    EXPECT_EQ(sum, 5u);
    EXPECT_EQ(counts(table())[7], 5u);
}

class ManyKeys : public RecordTableTest {
  protected:
    ManyKeys() : RecordTableTest(4096) {}
};

TEST_F(ManyKeys, ThreadsLoseNoCountWhileThereIsRoom) {
    constexpr int kThreads = 4;
    constexpr int kRounds = 20000;
    std::mt19937_64 random(1);
    std::vector<std::uint64_t> keys(300);
    std::generate(keys.begin(), keys.end(), std::ref(random));
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([this, &keys, i] {
            std::mt19937_64 pick(static_cast<std::uint64_t>(i));
            for (int round = 0; round < kRounds; ++round) {
                count(table(), keys[pick() % keys.size()], Ms{round + 1},
                      maker_of(i));
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    ASSERT_EQ(evicted_, 0u);
    std::uint64_t sum = 0;
    for (const auto& [key, each] : counts(table())) {
        sum += each;
    }
    EXPECT_EQ(sum, std::uint64_t{kThreads} * kRounds);
    EXPECT_EQ(counts(table()).size(), keys.size());
}

TEST_F(OneBucket, ThreadsThatEvictEachOtherLeaveOnlyWholeRecords) {
    constexpr int kThreads = 4;
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([this, i] {
            std::mt19937_64 pick(static_cast<std::uint64_t>(i));
            for (int round = 0; round < 20000; ++round) {
                const std::uint64_t key = pick() % 32 + 1;
                Tick* tick = table().find(key);
                tick =
                    tick != nullptr
                        ? tick
                        : make(table(), key, Table::IfFull::evict, maker_of(i));
                if (tick != nullptr) {
                    tick->last = static_cast<std::uint64_t>(round + 1);
                    ++tick->count;
                }
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_GT(evicted_, 0u);
    for (std::size_t place = 0; place < table().capacity(); ++place) {
        Tick tick;
        ASSERT_TRUE(table().copy(place, tick));
        EXPECT_GE(tick.key(), 1u);
        EXPECT_LE(tick.key(), 32u);
        EXPECT_LE(tick.count, 80000u);
    }
}

Maker maker_here() {
    return {static_cast<std::uint32_t>(getpid()), [](std::uint32_t process) {
                return kill(static_cast<pid_t>(process), 0) == 0;
            }};
}

// Processes that are killed while they count: whatever they leave, the next one
// goes on with.
TEST(RecordTable, AKilledProcessLeavesNothingBroken) {
    const std::size_t octets = Table::octets_for(8);
    void* memory =
        mmap(nullptr, octets + sizeof(SharedWord), PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(memory, MAP_FAILED);
    auto* evicted =
        reinterpret_cast<SharedWord*>(static_cast<char*>(memory) + octets);
    const Table table(memory, octets, *evicted);
    const auto churn = [&table](int seed) {
        std::mt19937_64 pick(static_cast<std::uint64_t>(seed));
        const Maker maker = maker_here();
        for (;;) {
            const std::uint64_t key = pick() % 64 + 1;
            Tick* tick = table.find(key);
            tick = tick != nullptr ? tick
                                   : table.make(key, maker, [key](Tick& made) {
                                         made.name = key;
                                     });
            if (tick != nullptr) {
                ++tick->count;
            }
        }
    };
    for (int i = 0; i < 20; ++i) {
        const pid_t child = fork();
        if (child == 0) {
            churn(i);
        }
        const std::uint64_t before = *evicted;
        while (*evicted < before + 1000) {
            std::this_thread::yield();
        }
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
    }
    for (std::uint64_t key = 100; key < 108; ++key) {
        EXPECT_NE(table.make(key, maker_here(),
                             [key](Tick& made) {
                                 made.name = key;
                                 made.last = 1;
                             }),
                  nullptr);
    }
    for (std::size_t place = 0; place < table.capacity(); ++place) {
        Tick tick;
        ASSERT_TRUE(table.copy(place, tick));
        EXPECT_GE(tick.key(), 100u);
    }
    munmap(memory, octets + sizeof(SharedWord));
}

}  // namespace
}  // namespace robots
