// Threads and processes that use one table of budgets at once.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <map>
#include <random>
#include <thread>

#include "tests/unit/policy/shared_memory/shared_budgets.hpp"

namespace robots {
namespace {

using Ms = Milliseconds;

// Runs `hammer` with 0 and with 1, each on a thread, from one instant on.
template <typename Hammer>
void twice_at_once(const Hammer& hammer) {
    std::atomic<int> ready{0};
    const auto run = [&ready, &hammer](std::uint64_t which) {
        for (++ready; ready < 2;) {
            std::this_thread::yield();
        }
        hammer(which);
    };
    std::thread other(run, 1);
    run(0);
    other.join();
}

TEST(BudgetTable, TwoThreadsOnOneKeyAreGrantedWhatOneWouldBe) {
    SharedTable shared(8);
    constexpr int kBurst = 200000;
    const Rate rate{Ms{1000}, slack(Ms{1000}, kBurst, 0), Ms{0}};
    std::atomic<int> granted{0};
    const auto hammer = [&shared, &granted, &rate](std::uint64_t) {
        BudgetTable table = shared.table();
        for (int i = 0; i < kBurst; ++i) {
            granted += table.charge(42, Ms{1}, rate).granted ? 1 : 0;
        }
    };
    twice_at_once(hammer);
    EXPECT_EQ(granted, kBurst + 1);
}

TEST(BudgetTable, TwoThreadsThatGiveBackLoseNoCharge) {
    SharedTable shared(8);
    constexpr int kRounds = 200000;
    const Rate rate{Ms{1000}, slack(Ms{1000}, kRounds, 0), Ms{0}};
    const auto hammer = [&shared, &rate](std::uint64_t which) {
        BudgetTable table = shared.table();
        for (int i = 0; i < kRounds; ++i) {
            const Charge charge = table.charge(42, Ms{1}, rate);
            // One of the two keeps one charge in a thousand.
            if (which == 0 || i % 1000 != 0) {
                table.give_back({42, rate.interval, charge.tat}, Ms{1});
            }
        }
    };
    twice_at_once(hammer);
    EXPECT_EQ(shared.table().quote(42, Ms{1}, every(1000)).wait,
              Ms{kRounds / 1000 * 1000});
}

TEST(BudgetTable, OneOfTwoThreadsTakesAPass) {
    SharedTable shared(8192);
    constexpr std::uint64_t kPasses = 1000;
    const auto key = [](std::uint64_t i) { return i * 0x9e37'79b9'7f4a'7c15; };
    BudgetTable table = shared.table();
    for (std::uint64_t i = 1; i <= kPasses; ++i) {
        table.leave_pass(key(i), Ms{100}, Ms{1});
    }
    std::atomic<std::uint64_t> taken{0};
    twice_at_once([&](std::uint64_t) {
        for (std::uint64_t i = 1; i <= kPasses; ++i) {
            taken += shared.table().take_pass(key(i), Ms{1}, Ms{100}) ? 1 : 0;
        }
    });
    EXPECT_EQ(taken, kPasses);
}

// No thread's clock falls behind by more than processes' clocks are apart.
TEST(BudgetTable, TwoThreadsOnOneKeyNeverOutrunTheClock) {
    constexpr int kEnd = 60000;
    for (int round = 0; round < 8; ++round) {
        SharedTable shared(8);
        std::atomic<int> clock{0};
        std::atomic<int> granted{0};
        const auto hammer = [&shared, &clock, &granted](std::uint64_t) {
            BudgetTable table = shared.table();
            for (int now = 0; now < kEnd; now = ++clock) {
                const Rate rate{Ms{100}, Ms{0}, Ms{0}};
                granted += table.charge(42, Ms{now}, rate).granted ? 1 : 0;
            }
        };
        twice_at_once(hammer);
        EXPECT_GE(granted, 1);
        EXPECT_LE(granted, kEnd / 100);
    }
}

TEST(BudgetTable, ThreadsThatFillABucketTogetherEachFindTheirKeys) {
    constexpr int kBurst = 2000;
    constexpr std::uint64_t kKeys = 8;
    const Rate rate{Ms{1000}, slack(Ms{1000}, kBurst, 0), Ms{0}};
    for (int round = 0; round < 20; ++round) {
        SharedTable shared(8);
        std::array<std::atomic<int>, kKeys> granted{};
        const auto hammer = [&shared, &granted, &rate](std::uint64_t which) {
            BudgetTable table = shared.table();
            for (std::uint64_t i = 0; i < kKeys * kBurst; ++i) {
                const std::uint64_t key = (which * 4 + i) % kKeys;
                granted[key] += table.charge(key + 1, Ms{1}, rate).granted;
            }
        };
        twice_at_once(hammer);
        for (const auto& each : granted) {
            ASSERT_EQ(each, kBurst + 1);
        }
        ASSERT_EQ(shared.evicted(), 0u);
    }
}

// Charges keys of all kinds until somebody ends the process.
[[noreturn]] void charge_for_ever(SharedTable& shared, const Rate& rate) {
    BudgetTable table = shared.table();
    for (std::uint64_t i = 0;; ++i) {
        table.charge(i * 0x9e37'79b9'7f4a'7c15, Ms{1}, rate);
        shared.counter(1).store(i, std::memory_order_relaxed);
    }
}

TEST(BudgetTable, AWriterThatDiesAnywhereLeavesNothingHalfDone) {
    const Rate rate{Ms{1000}, Ms{2000}, Ms{0}};
    for (std::uint64_t round = 1; round <= 20; ++round) {
        SharedTable shared(256);
        const pid_t writer = fork();
        ASSERT_GE(writer, 0);
        if (writer == 0) {
            charge_for_ever(shared, rate);
        }
        while (shared.counter(1).load(std::memory_order_relaxed) <
               round * 997) {
            std::this_thread::yield();
        }
        ASSERT_EQ(kill(writer, SIGKILL), 0);
        ASSERT_EQ(waitpid(writer, nullptr, 0), writer);

        for (const std::uint64_t word : shared.words()) {
            const std::uint64_t tat = word & BudgetTable::Words::kMaxValue;
            EXPECT_EQ(tat == 0, word == 0);
            EXPECT_TRUE(word == 0 || (tat - 1) % 1000 == 0) << word;
            EXPECT_LE(tat, 3001u);
        }
        // What the dead process was doing blocks nobody.
        BudgetTable table = shared.table();
        EXPECT_TRUE(table.charge(round, Ms{4000}, rate).granted);
        EXPECT_EQ(table.quote(round, Ms{4000}, kTenSeconds).wait, Ms{1000});
    }
}

}  // namespace
}  // namespace robots
