// Requests, gifts back, passes and deaths that meet in the table of budgets, in
// every way (explorer.hpp).

#include "policy/shared_memory/budget_table.hpp"

#include <gtest/gtest.h>

#include <array>

#include "tests/interleavings/explorer.hpp"

namespace robots {
namespace {

using interleavings::End;
using interleavings::explore;
using interleavings::Explored;
using interleavings::Process;
using interleavings::Word;
using Table = BasicBudgetTable<Word>;
using Ms = Milliseconds;

constexpr std::uint64_t kKey = 0x1234'5678'0000'0042;
constexpr Ms kNow{1000};
constexpr Ms kInterval{100};
constexpr Rate kOneAtOnce{kInterval, Ms{0}, Ms{0}};
constexpr Rate kThreeAtOnce{kInterval, 2 * kInterval, Ms{0}};

// Of another budget in the same bucket.
constexpr std::uint64_t other_key(std::uint64_t number) {
    return kKey + number;
}

class BudgetTableInterleavings : public ::testing::Test {
  protected:
    Process charges(std::uint64_t key, const Rate& rate) {
        return [=]() -> std::uint64_t {
            return table_.charge(key, kNow, rate).granted ? 1 : 0;
        };
    }

    // How far ahead the budget is due.
    Ms due(std::uint64_t key) {
        const Rate rate{kInterval, Ms{0}, Ms{0}};
        return table_.quote(key, kNow, rate).wait;
    }

    static std::uint64_t granted(const End& end) {
        std::uint64_t sum = 0;
        for (const auto& outcome : end.outcomes) {
            sum += outcome.value_or(0);
        }
        return sum;
    }

    void explore_all(const std::vector<Process>& processes, std::size_t deaths,
                     const std::function<void(const End&)>& check) {
        const Explored explored =
            explore({words_.data(), sizeof words_}, processes, {deaths}, check);
        EXPECT_TRUE(explored.complete) << explored.states << " states";
        EXPECT_GT(explored.states, 10u);
    }

    alignas(Table::kAlignment) std::array<Word, 8> words_;
    Table::Counter evicted_{0};
    Table table_{words_.data(), sizeof words_, evicted_};
};

TEST_F(BudgetTableInterleavings, OfThreeThatMeetANewBudgetOneIsGranted) {
    explore_all({charges(kKey, kOneAtOnce), charges(kKey, kOneAtOnce),
                 charges(kKey, kOneAtOnce)},
                0, [this](const End& end) {
                    EXPECT_EQ(granted(end), 1u);
                    EXPECT_EQ(due(kKey), kInterval);
                });
}

TEST_F(BudgetTableInterleavings, OfThreeThatMeetAKnownBudgetOneIsGranted) {
    table_.charge(kKey, kNow - kInterval, kOneAtOnce);
    explore_all({charges(kKey, kOneAtOnce), charges(kKey, kOneAtOnce),
                 charges(kKey, kOneAtOnce)},
                0, [](const End& end) { EXPECT_EQ(granted(end), 1u); });
}

TEST_F(BudgetTableInterleavings, ABurstIsGrantedWholeAndNoMore) {
    table_.charge(kKey, kNow, kThreeAtOnce);
    explore_all({charges(kKey, kThreeAtOnce), charges(kKey, kThreeAtOnce),
                 charges(kKey, kThreeAtOnce)},
                0, [this](const End& end) {
                    EXPECT_EQ(granted(end), 2u);
                    EXPECT_EQ(due(kKey), 3 * kInterval);
                });
}

// A dead process may have charged or not; nobody else loses by it.
TEST_F(BudgetTableInterleavings, ADeathAtAnyStepLeavesAWholeBudget) {
    explore_all({charges(kKey, kThreeAtOnce), charges(kKey, kThreeAtOnce)}, 2,
                [this](const End& end) {
                    const Ms least = kInterval * granted(end);
                    std::size_t dead = 0;
                    for (const auto& outcome : end.outcomes) {
                        dead += outcome ? 0 : 1;
                    }
                    EXPECT_GE(due(kKey), least);
                    EXPECT_LE(due(kKey), least + kInterval * dead);
                });
}

TEST_F(BudgetTableInterleavings, AChargeGivenBackMeetsOthersThatAreMade) {
    const Charge first = table_.charge(kKey, kNow, kThreeAtOnce);
    const Spent spent{kKey, kInterval, first.tat};
    explore_all({[&]() -> std::uint64_t {
                     table_.give_back(spent, kNow);
                     return 0;
                 },
                 charges(kKey, kThreeAtOnce), charges(kKey, kThreeAtOnce)},
                0, [this](const End& end) {
                    EXPECT_EQ(granted(end), 2u);
                    EXPECT_EQ(due(kKey), 2 * kInterval);
                });
}

// All places are taken, and two keys are new: each is granted, and none gets
// what another one left.
TEST_F(BudgetTableInterleavings, NewBudgetsInAFullBucketAreWhole) {
    for (std::uint64_t number = 1; number <= words_.size(); ++number) {
        table_.charge(other_key(number), kNow, kOneAtOnce);
    }
    explore_all(
        {charges(kKey, kOneAtOnce), charges(other_key(100), kOneAtOnce)}, 1,
        [this](const End& end) {
            EXPECT_EQ(end.outcomes[0].value_or(1), 1u);
            EXPECT_EQ(end.outcomes[1].value_or(1), 1u);
            for (const std::uint64_t key : {kKey, other_key(100)}) {
                EXPECT_TRUE(due(key) == Ms{0} || due(key) == kInterval);
            }
        });
}

TEST_F(BudgetTableInterleavings, OfThreeOneTakesAPass) {
    table_.leave_pass(kKey, kNow + kInterval, kNow);
    const auto take = [this]() -> std::uint64_t {
        return table_.take_pass(kKey, kNow, kInterval) ? 1 : 0;
    };
    explore_all({take, take, take}, 0,
                [](const End& end) { EXPECT_EQ(granted(end), 1u); });
}

}  // namespace
}  // namespace robots
