// What a fleet's nginx ask, and how they read the answers. That the scripts do
// what they say is shown with real servers: tests/integration/fleet.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "policy/fleet/charge_call.hpp"

namespace robots {
namespace {

constexpr Rate kRate{Milliseconds{1000}, Milliseconds{0}, Milliseconds{500}};
constexpr Milliseconds kNow{1000000};

ChargeCall a_call() {
    ChargeCall call;
    call.budgets = {{"aa", kRate}};
    return call;
}

TEST(ChargeCall, NamesItsKeysAndNothingElse) {
    ChargeCall call = a_call();
    call.pass_use = PassUse::take;
    call.pass = "pp";
    call.fetch = "ff";
    EXPECT_EQ(arguments_of(call, {"robots", "id"}),
              (std::vector<std::string>{"4", "robots:secret", "robots:p:pp",
                                        "robots:f:ff", "robots:b:aa", "id",
                                        "take", "1", "1000", "0", "500",
                                        "71000", "1", "0", "0", "0"}));
    EXPECT_EQ(name_of(1, 2), "00000000000000010000000000000002");
}

// A budget that crawlers share, and the crawler's part of it.
ChargeCall a_shared_call() {
    ChargeCall call = a_call();
    call.budgets.push_back({"bb", kRate, true, "ww", kRate.interval, false});
    call.budgets.push_back({"cc", kRate, true, "ww", kRate.interval, true});
    return call;
}

TEST(ChargeCall, NamesWhoWaitsOnceForABudgetAndItsPart) {
    const std::vector<std::string> all =
        arguments_of(a_shared_call(), {"robots", "id"});
    ASSERT_EQ(all.size(), 8U + 3 + 3 * 8);
    EXPECT_EQ(all[0], "7");
    EXPECT_EQ(all[7], "robots:w:ww");
    const auto last_of = [&all](std::size_t budget) {
        return all[11 + budget * 8 + 5] + ' ' + all[11 + budget * 8 + 6] + ' ' +
               all[11 + budget * 8 + 7];
    };
    EXPECT_EQ(last_of(0), "0 0 0");
    EXPECT_EQ(last_of(1), "7 1000 0");
    EXPECT_EQ(last_of(2), "7 1000 1");
}

TEST(ChargeCall, APartThatNobodyElseWaitsForIsNotCharged) {
    const auto answer =
        read_answer({0, 1700000000000, 0, 1, 0, 1000, 1, 0, 1000, 2, 0, 0},
                    a_shared_call(), kNow);
    ASSERT_TRUE(answer);
    EXPECT_TRUE(answer->charges[1].charged);
    EXPECT_FALSE(answer->charges[2].charged);
    EXPECT_EQ(refunds_of(a_shared_call(), *answer).size(), 2U);
}

TEST(ChargeCall, ReadsAnAnswer) {
    const auto answer =
        read_answer({0, 1700000000000, 9, 1, 200, 1200}, a_call(), kNow);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->server_now, Milliseconds{1700000000000});
    EXPECT_EQ(answer->fetched, RevisionTag{9});
    ASSERT_EQ(answer->charges.size(), 1U);
    EXPECT_TRUE(answer->charges[0].charged);
    EXPECT_EQ(answer->charges[0].wait, Milliseconds{200});
    EXPECT_EQ(answer->charges[0].due, kNow + Milliseconds{1200});
}

// Of two budgets, the second refuses.
constexpr std::int64_t kServerNow = 1700000000000;
const std::vector<std::int64_t> kSecondRefuses{0,    kServerNow, 0,    1,   0,
                                               1000, 0,          9000, 9000};

TEST(ChargeCall, ARefusalChargesNothing) {
    ChargeCall call = a_call();
    call.budgets.push_back({"bb", kRate});
    const auto answer = read_answer(kSecondRefuses, call, kNow);
    ASSERT_TRUE(answer);
    EXPECT_TRUE(answer->charges[0].granted);
    EXPECT_FALSE(answer->charges[0].charged);
    EXPECT_EQ(answer->charges[0].state(kRate.interval), kNow);
    EXPECT_TRUE(refunds_of(call, *answer).empty());
}

TEST(ChargeCall, ARefusalThatIsOnlyLoggedChargesTheOthers) {
    ChargeCall call = a_call();
    call.budgets.push_back({"bb", kRate, false});
    const auto answer = read_answer(kSecondRefuses, call, kNow);
    ASSERT_TRUE(answer);
    EXPECT_TRUE(answer->charges[0].charged);
    EXPECT_FALSE(answer->charges[1].charged);
    const std::vector<Refund> refunds = refunds_of(call, *answer);
    ASSERT_EQ(refunds.size(), 1U);
    EXPECT_EQ(refunds[0].name, "aa");
    EXPECT_EQ(refunds[0].tat, Milliseconds{kServerNow + 1000});
}

TEST(ChargeCall, SettlesAPlanUpToWhatRefuses) {
    Plan plan;
    Demand demand{};
    demand.rate = kRate;
    demand.action = Action::log;
    plan.demands.add(demand);
    demand.action = Action::reject;
    plan.demands.add(demand);
    plan.demands.add(demand);
    ChargeAnswer answer;
    answer.charges = {{false, false, Milliseconds{9}, kNow},
                      {false, false, Milliseconds{7}, kNow},
                      {true, false, Milliseconds{0}, kNow}};
    const Charged charged = charged_by(plan, answer);
    EXPECT_TRUE(charged.refused);
    ASSERT_EQ(charged.size(), 2U);
    EXPECT_EQ(charged[1].wait, Milliseconds{7});
}

TEST(ChargeCall, RefusesAnswersThatNoScriptGives) {
    for (const std::vector<std::int64_t>& numbers :
         {std::vector<std::int64_t>{},
          {0, 1, 0},
          {0, 1, 0, 1, 0},
          {0, 1, 0, 1, 0, 0, 0},
          {2, 1, 0, 1, 0, 0},
          {0, 0, 0, 1, 0, 0},
          {0, 1, -1, 1, 0, 0},
          {0, 1, 1 << 24, 1, 0, 0},
          {0, 1, 0, 2, 0, 0},
          {0, 1, 0, 1, -1, 0},
          {0, 1, 0, 1, 0, -1},
          {0, 1, 0, 1, 0, 1000000000},
          {0, 1, 0, 1, 72000, 73000},
          {0, 1, 0, 1, 501, 1501},
          {0, 1, 0, 1, 100, 1200},
          {0, 1, 0, 0, 500, 500},
          {0, 1, 0, 1, INT64_MAX, 0}}) {
        EXPECT_FALSE(read_answer(numbers, a_call(), kNow));
    }
}

}  // namespace
}  // namespace robots
