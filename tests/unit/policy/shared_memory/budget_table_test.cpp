#include "policy/shared_memory/budget_table.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include "tests/unit/policy/shared_memory/shared_budgets.hpp"

namespace robots {
namespace {

using Ms = Milliseconds;

constexpr Ms kAny = BudgetStore::kAnyPass;

TEST(BudgetTable, RoomIsInWholeBuckets) {
    EXPECT_EQ(BudgetTable::octets_for(1), 64u);
    EXPECT_EQ(BudgetTable::octets_for(8), 64u);
    EXPECT_EQ(BudgetTable::octets_for(9), 128u);
    SharedTable shared(100);
    EXPECT_EQ(shared.table().capacity(), 104u);
}

TEST(BudgetTable, AKeyIsChargedUntilItsTimeHasPassed) {
    SharedTable shared(64);
    BudgetTable table = shared.table();
    EXPECT_TRUE(table.charge(1, Ms{5}, kTenSeconds).granted);
    const Charge early = table.charge(1, Ms{6}, kTenSeconds);
    EXPECT_FALSE(early.granted);
    EXPECT_EQ(early.wait, Ms{9999});
    EXPECT_TRUE(table.charge(1, Ms{10005}, kTenSeconds).granted);
}

TEST(BudgetTable, AQuoteAndARefusalChargeNothing) {
    SharedTable shared(64);
    BudgetTable table = shared.table();
    EXPECT_TRUE(table.quote(1, Ms{5}, kTenSeconds).granted);
    EXPECT_TRUE(table.charge(1, Ms{5}, kTenSeconds).granted);
    const auto before = shared.words();
    EXPECT_EQ(table.quote(1, Ms{6}, kTenSeconds).wait, Ms{9999});
    EXPECT_FALSE(table.charge(1, Ms{6}, kTenSeconds).granted);
    EXPECT_EQ(shared.words(), before);
}

TEST(BudgetTable, WhatOneViewChargedAnotherFinds) {
    SharedTable shared(64);
    BudgetTable old = shared.table();
    EXPECT_TRUE(old.charge(7, Ms{5}, kTenSeconds).granted);
    BudgetTable reloaded = shared.table();
    EXPECT_FALSE(reloaded.charge(7, Ms{6}, kTenSeconds).granted);
}

TEST(BudgetTable, ChargesAsOneBudgetForEachKeyDoes) {
    SharedTable shared(4096);
    BudgetTable table = shared.table();
    std::map<std::uint64_t, Ms> reference;
    std::mt19937_64 random(1);
    std::vector<std::uint64_t> keys(100);
    for (std::uint64_t& key : keys) {
        key = random();
    }
    const Rate rate{Ms{700}, Ms{70}, Ms{500}};
    for (int i = 0; i < 20000; ++i) {
        const std::uint64_t key = keys[random() % keys.size()];
        const Charge expected = charge(reference[key], Ms{i}, rate);
        const Charge got = table.charge(key, Ms{i}, rate);
        ASSERT_EQ(got.granted, expected.granted) << i;
        ASSERT_EQ(got.wait, expected.wait) << i;
        if (expected.granted) {
            reference[key] = expected.tat;
        }
    }
    EXPECT_EQ(shared.evicted(), 0u);
}

TEST(BudgetTable, KeysOfOneBucketAreToldApart) {
    SharedTable shared(8);
    BudgetTable table = shared.table();
    for (std::uint64_t key = 1; key <= 8; ++key) {
        EXPECT_TRUE(table.charge(key, Ms{1}, kTenSeconds).granted) << key;
    }
    for (std::uint64_t key = 1; key <= 8; ++key) {
        EXPECT_FALSE(table.charge(key, Ms{2}, kTenSeconds).granted) << key;
    }
    EXPECT_EQ(shared.evicted(), 0u);
}

TEST(BudgetTable, KeysThatDifferInTheUpperHalfLieInOtherBuckets) {
    SharedTable shared(16);
    BudgetTable table = shared.table();
    const std::uint64_t low = 5;
    const std::uint64_t high = std::uint64_t{1} << 62 | low;
    EXPECT_TRUE(table.charge(low, Ms{1}, kTenSeconds).granted);
    EXPECT_TRUE(table.charge(high, Ms{1}, kTenSeconds).granted);
    const auto words = shared.words();
    EXPECT_EQ(words[0], words[8]);
}

TEST(BudgetTable, AKeyOfZerosIsAKey) {
    SharedTable shared(8);
    BudgetTable table = shared.table();
    EXPECT_TRUE(table.charge(0, Ms{0}, kTenSeconds).granted);
    EXPECT_FALSE(table.charge(0, Ms{1}, kTenSeconds).granted);
}

TEST(BudgetTable, AFullBucketGivesUpTheBudgetThatBindsLeast) {
    SharedTable shared(8);
    BudgetTable table = shared.table();
    const std::array<int, 8> seconds{50, 60, 20, 30, 80, 70, 40, 90};
    for (std::size_t i = 0; i < seconds.size(); ++i) {
        EXPECT_TRUE(table.charge(i + 1, Ms{0}, every(seconds[i])).granted);
    }
    EXPECT_TRUE(table.charge(100, Ms{1}, every(500)).granted);
    EXPECT_EQ(shared.evicted(), 1u);
    EXPECT_TRUE(table.quote(3, Ms{1}, every(500)).granted);
    EXPECT_TRUE(table.charge(101, Ms{1}, every(500)).granted);
    EXPECT_EQ(shared.evicted(), 2u);
    EXPECT_TRUE(table.quote(4, Ms{1}, every(500)).granted);
    for (const std::uint64_t key : {1, 2, 5, 6, 7, 8, 100, 101}) {
        EXPECT_FALSE(table.quote(key, Ms{1}, every(500)).granted) << key;
    }
}

TEST(BudgetTable, ABudgetThatIsOverGoesFirstAndIsNotCounted) {
    SharedTable shared(8);
    BudgetTable table = shared.table();
    for (std::uint64_t key = 1; key <= 8; ++key) {
        const Rate rate = every(key == 6 ? 1 : 60);
        EXPECT_TRUE(table.charge(key, Ms{0}, rate).granted);
    }
    EXPECT_TRUE(table.charge(9, Ms{1000}, kTenSeconds).granted);
    EXPECT_EQ(shared.evicted(), 0u);
    for (const std::uint64_t key : {1, 2, 3, 4, 5, 7, 8, 9}) {
        EXPECT_FALSE(table.quote(key, Ms{1001}, kTenSeconds).granted) << key;
    }
}

TEST(BudgetTable, ABudgetOfBeforeTheClockStartedAgainBindsNothing) {
    SharedTable shared(8);
    BudgetTable table = shared.table();
    const Ms last{(std::int64_t{1} << 32) - 1};
    EXPECT_TRUE(table.charge(1, last, kTenSeconds).granted);
    EXPECT_FALSE(table.charge(1, last, kTenSeconds).granted);
    EXPECT_TRUE(table.charge(1, Ms{0}, kTenSeconds).granted);
    EXPECT_FALSE(table.charge(1, Ms{1}, kTenSeconds).granted);
}

TEST(BudgetTable, ABurstOfManyDaysBinds) {
    constexpr int kBurst = 1000;
    const Ms hour = std::chrono::hours(1);
    const Rate rate{hour, slack(hour, kBurst, 0), Ms{0}};
    for (const int now : {0, 999, 123456}) {
        SharedTable shared(8);
        BudgetTable table = shared.table();
        int granted = 0;
        for (int i = 0; i < 3 * kBurst; ++i) {
            granted += table.charge(1, Ms{now}, rate).granted ? 1 : 0;
        }
        EXPECT_EQ(granted, kBurst + 1);
        EXPECT_TRUE(table.charge(1, Ms{now} + hour, rate).granted);
        EXPECT_FALSE(table.charge(1, Ms{now} + hour, rate).granted);
    }
}

TEST(BudgetTable, TheLargestBurstAndDelayOfAPolicyBind) {
    constexpr int kBurst = 10000;
    const Ms day = std::chrono::hours(24);
    const Rate rate{day, slack(day, kBurst, 100), Ms{0}};
    SharedTable shared(8);
    BudgetTable table = shared.table();
    int granted = 0;
    for (int i = 0; i < 2 * kBurst; ++i) {
        granted += table.charge(1, Ms{5}, rate).granted ? 1 : 0;
    }
    EXPECT_EQ(granted, kBurst + 2);
}

TEST(BudgetTable, ADelayThatBecameShorterBindsAtOnce) {
    SharedTable shared(8);
    BudgetTable table = shared.table();
    EXPECT_TRUE(table.charge(1, Ms{5}, every(86400)).granted);
    EXPECT_FALSE(table.charge(1, Ms{6}, every(86400)).granted);
    EXPECT_TRUE(table.charge(1, Ms{7}, every(10)).granted);
    EXPECT_FALSE(table.charge(1, Ms{8}, every(10)).granted);
    EXPECT_TRUE(table.charge(1, Ms{10007}, every(10)).granted);
}

// Delayed requests, one process whose clock is ahead, another whose is not.
TEST(BudgetTable, AChargeBindsThoughClocksOfProcessesDiffer) {
    SharedTable shared(8);
    BudgetTable table = shared.table();
    const Rate delayed{Ms{2000}, Ms{0}, kLongestWait};
    int granted = 0;
    for (int i = 0; i < 100; ++i) {
        granted += table.charge(1, Ms{19999}, delayed).granted ? 1 : 0;
    }
    EXPECT_EQ(granted, 31);
    EXPECT_FALSE(table.charge(1, Ms{10000}, every(2)).granted);
}

TEST(BudgetTable, AFloodOfInventedKeysRemovesNoOtherKeys) {
    SharedTable shared(4096);
    BudgetTable table = shared.table();
    for (std::uint64_t i = 0; i < 300; ++i) {
        table.charge(i << 53 >> 1 | i, Ms{1}, kTenSeconds);
    }
    ASSERT_EQ(shared.evicted(), 0u);
    std::mt19937_64 random(1);
    for (int i = 0; i < 100000; ++i) {
        table.charge(random() | kOpenToAll, Ms{2}, every(86400));
    }
    EXPECT_GT(shared.evicted(), 90000u);
    for (std::uint64_t i = 0; i < 300; ++i) {
        EXPECT_FALSE(table.quote(i << 53 >> 1 | i, Ms{3}, kTenSeconds).granted);
    }
}

TEST(BudgetTable, AChargeThatIsGivenBackLeavesNoTrace) {
    SharedTable shared(64);
    BudgetTable table = shared.table();
    const Charge first = table.charge(1, Ms{50000}, kTenSeconds);
    EXPECT_FALSE(table.charge(1, Ms{50001}, kTenSeconds).granted);
    table.give_back({1, kTenSeconds.interval, first.tat}, Ms{50002});
    EXPECT_TRUE(table.charge(1, Ms{50003}, kTenSeconds).granted);
    EXPECT_FALSE(table.charge(1, Ms{50004}, kTenSeconds).granted);
}

TEST(BudgetTable, GivingBackTooLateChangesNothing) {
    SharedTable shared(64);
    BudgetTable table = shared.table();
    const Charge first = table.charge(1, Ms{5}, kTenSeconds);
    EXPECT_TRUE(table.charge(1, Ms{20000}, kTenSeconds).granted);
    const auto before = shared.words();
    table.give_back({1, kTenSeconds.interval, first.tat}, Ms{20001});
    table.give_back({2, kTenSeconds.interval, Ms{60000}}, Ms{20001});
    EXPECT_EQ(shared.words(), before);
}

TEST(BudgetTable, AChargeOfTheFirstMillisecondCanBeGivenBack) {
    SharedTable shared(64);
    BudgetTable table = shared.table();
    const Charge first = table.charge(1, Ms{1}, kTenSeconds);
    table.give_back({1, kTenSeconds.interval, first.tat}, Ms{1});
    EXPECT_TRUE(table.charge(1, Ms{1}, kTenSeconds).granted);
    EXPECT_FALSE(table.charge(1, Ms{1}, kTenSeconds).granted);
}

TEST(BudgetTable, APassWorksOnceAndForItsTime) {
    SharedTable shared(64);
    BudgetTable table = shared.table();
    table.leave_pass(1, Ms{100}, Ms{50});
    table.leave_pass(1, Ms{200}, Ms{60});
    EXPECT_FALSE(table.take_pass(2, Ms{70}, kAny));
    EXPECT_TRUE(table.take_pass(1, Ms{199}, kAny));
    EXPECT_FALSE(table.take_pass(1, Ms{199}, kAny));
    table.leave_pass(1, Ms{300}, Ms{200});
    EXPECT_FALSE(table.take_pass(1, Ms{300}, kAny));
    table.leave_pass(1, Ms{500}, Ms{300});
    EXPECT_FALSE(table.take_pass(1, Ms{399}, Ms{100})) << "it is not yet good";
    EXPECT_TRUE(table.take_pass(1, Ms{400}, Ms{100}));
}

TEST(BudgetTable, KnowsWhetherAnyPassIsValid) {
    SharedTable shared(64);
    BudgetTable table = shared.table();
    EXPECT_FALSE(table.has_passes(Ms{1}));
    table.leave_pass(1, Ms{200}, Ms{50});
    table.leave_pass(2, Ms{100}, Ms{50});
    EXPECT_TRUE(table.has_passes(Ms{199}));
    EXPECT_FALSE(table.has_passes(Ms{200}));
    BudgetTable other = shared.table();
    EXPECT_TRUE(other.has_passes(Ms{199})) << "another process asks";
}

TEST(BudgetTable, APassTakesThePlaceThatBindsLeast) {
    SharedTable shared(8);
    BudgetTable table = shared.table();
    for (std::uint64_t key = 1; key <= 8; ++key) {
        EXPECT_TRUE(
            table.charge(key, Ms{static_cast<int>(key)}, kTenSeconds).granted);
    }
    table.leave_pass(9, Ms{20000}, Ms{9});
    EXPECT_EQ(shared.evicted(), 1U);
    EXPECT_TRUE(table.charge(1, Ms{9}, kTenSeconds).granted)
        << "the budget that was due first had to go";
    EXPECT_FALSE(table.charge(8, Ms{9}, kTenSeconds).granted);
}

}  // namespace
}  // namespace robots
