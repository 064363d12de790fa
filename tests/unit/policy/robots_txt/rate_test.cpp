#include "policy/robots_txt/rate.hpp"

#include <gtest/gtest.h>

namespace robots {
namespace {

using Ms = Milliseconds;

constexpr Ms kStart{1000000};
constexpr Rate kTwoSeconds{Ms{2000}, Ms{0}, Ms{0}};

TEST(Charge, AFreshBudgetGrantsAtOnce) {
    const Charge first = charge(Ms{0}, kStart, kTwoSeconds);
    EXPECT_TRUE(first.granted);
    EXPECT_EQ(first.wait, Ms{0});
    EXPECT_EQ(first.tat, kStart + Ms{2000});
}

TEST(Charge, ARequestOnTimeMovesTheBudgetByOneInterval) {
    const Charge next = charge(kStart, kStart, kTwoSeconds);
    EXPECT_TRUE(next.granted);
    EXPECT_EQ(next.tat, kStart + Ms{2000});
}

TEST(Charge, IdleTimeIsNotSaved) {
    const Charge late = charge(kStart, kStart + Ms{60000}, kTwoSeconds);
    EXPECT_TRUE(late.granted);
    EXPECT_EQ(late.tat, kStart + Ms{62000});
}

TEST(Charge, ARequestTooEarlyIsRefusedUntilItIsDue) {
    const Charge early = charge(kStart, kStart - Ms{1}, kTwoSeconds);
    EXPECT_FALSE(early.granted);
    EXPECT_EQ(early.wait, Ms{1});
}

TEST(Charge, SlackForgivesUpToItsLength) {
    const Rate rate{Ms{2000}, Ms{200}, Ms{0}};
    const Charge forgiven = charge(kStart, kStart - Ms{200}, rate);
    EXPECT_TRUE(forgiven.granted);
    EXPECT_EQ(forgiven.wait, Ms{0});
    EXPECT_EQ(forgiven.tat, kStart + Ms{2000});
    const Charge early = charge(kStart, kStart - Ms{201}, rate);
    EXPECT_FALSE(early.granted);
    EXPECT_EQ(early.wait, Ms{1});
}

TEST(Charge, MaxWaitDelaysInsteadOfRefusing) {
    const Rate rate{Ms{2000}, Ms{0}, Ms{5000}};
    const Charge delayed = charge(kStart, kStart - Ms{5000}, rate);
    EXPECT_TRUE(delayed.granted);
    EXPECT_EQ(delayed.wait, Ms{5000});
    EXPECT_EQ(delayed.tat, kStart + Ms{2000});
    const Charge refused = charge(kStart, kStart - Ms{5001}, rate);
    EXPECT_FALSE(refused.granted);
    EXPECT_EQ(refused.wait, Ms{5001});
}

TEST(Charge, DelayedRequestsLeaveOneIntervalApart) {
    const Rate rate{Ms{1000}, Ms{0}, Ms{3000}};
    Ms tat{0};
    for (int i = 0; i < 4; ++i) {
        const Charge each = charge(tat, kStart, rate);
        ASSERT_TRUE(each.granted) << i;
        EXPECT_EQ(each.wait, Ms{1000 * i});
        tat = each.tat;
    }
    EXPECT_FALSE(charge(tat, kStart, rate).granted);
}

TEST(Charge, TheLongRunRateIsTheInterval) {
    const Rate rate{Ms{1000}, slack(Ms{1000}, 2, 10), Ms{0}};
    Ms tat{0};
    int granted = 0;
    for (int step = 0; step < 6000; ++step) {
        const Charge each = charge(tat, kStart + Ms{step * 10}, rate);
        if (each.granted) {
            ++granted;
            tat = each.tat;
        }
    }
    EXPECT_GE(granted, 60);
    EXPECT_LE(granted, 63);
}

// What one request at `now` leaves behind, and how it is given back.
Spent spend(Ms& tat, Ms now, const Rate& rate) {
    tat = charge(tat, now, rate).tat;
    return {1, rate.interval, tat};
}

TEST(GivenBack, AChargeLeavesNothingBehind) {
    Ms tat{0};
    const Spent first = spend(tat, kStart, kTwoSeconds);
    EXPECT_EQ(given_back(tat, first, kStart + Ms{300}), kStart);
}

TEST(GivenBack, TheOtherOfTwoChargesStays) {
    const Rate rate{Ms{2000}, Ms{2000}, Ms{0}};
    Ms tat{0};
    const Spent first = spend(tat, kStart, rate);
    spend(tat, kStart, rate);
    EXPECT_EQ(given_back(tat, first, kStart + Ms{1}), kStart + Ms{2000});
}

TEST(GivenBack, AnExpiredChargeGivesNothingBack) {
    Ms tat{0};
    const Spent first = spend(tat, kStart, kTwoSeconds);
    spend(tat, kStart + Ms{3000}, kTwoSeconds);
    EXPECT_EQ(given_back(tat, first, kStart + Ms{3001}), kStart + Ms{5000});
}

TEST(Slack, IsBurstIntervalsAndAPercentage) {
    EXPECT_EQ(slack(Ms{2000}, 0, 0), Ms{0});
    EXPECT_EQ(slack(Ms{2000}, 0, 10), Ms{200});
    EXPECT_EQ(slack(Ms{2000}, 3, 0), Ms{6000});
    EXPECT_EQ(slack(Ms{2000}, 3, 50), Ms{7000});
}

TEST(Slack, ADayWithABigBurstDoesNotOverflow) {
    EXPECT_EQ(slack(Ms{86400000}, 1000000, 100), Ms{86400000} * 1000001);
}

}  // namespace
}  // namespace robots
