// The three steps of a verdict, each by itself. What they come to together is
// in the other tests of this folder.

#include "policy/verdict/plan.hpp"

#include <string>

#include "policy/verdict/charge.hpp"
#include "policy/verdict/judge.hpp"
#include "tests/unit/policy/verdict/judge_fixture.hpp"

namespace robots {
namespace {

constexpr Milliseconds kNow{1000000};

class PlanTest : public JudgeTest {
  protected:
    Plan plan(std::string_view target, std::string_view user_agent = "ABot/1") {
        request.target = target;
        return plan_request(
            policy, site, policy.crawlers().identify(user_agent), request, cap);
    }

    Receipt receipt;
};

constexpr char kTwoRates[] =
    "User-agent: *\nDisallow: /a\nCrawl-delay: 10\nRequest-rate: 1/30\n";

TEST_F(PlanTest, APlanChargesNothingAndNamesAllBudgets) {
    serve(kTwoRates, enforce(Action::reject));
    const Plan open = plan("/");
    ASSERT_EQ(open.demands.size(), 2U);
    EXPECT_EQ(open.demands[0].violation, Violation::crawl_delay);
    EXPECT_EQ(open.demands[1].violation, Violation::request_rate);
    EXPECT_NE(key_of(open, open.demands[0], public_keys()),
              key_of(open, open.demands[1], public_keys()));
    EXPECT_EQ(budgets.charges, 0);
    EXPECT_EQ(plan("/a").demands.size(), 0U) << "it is refused for its path";
    EXPECT_EQ(plan("/", "InventedBot/1.0").demands.size(), 4U)
        << "each for the name and for its network";
}

TEST_F(PlanTest, WhatCanOnlyBeLoggedCannotAct) {
    serve(kTwoRates, enforce(Action::log));
    EXPECT_FALSE(can_act(plan("/")));
    serve(kTwoRates,
          enforce(Action::log, Violation::request_rate, Action::throttle),
          "other.example");
    EXPECT_TRUE(can_act(plan("/")));
}

// Nor is it ever charged.
TEST_F(PlanTest, WhoseSenderIsNotKnownYetIsToComeAgain) {
    request.sender_known_in = Milliseconds{1000};
    serve(kTwoRates, enforce(Action::throttle));
    const Plan unknown = plan("/");
    EXPECT_EQ(unknown.demands.size(), 0U);
    EXPECT_EQ(unknown.verdict.action, Action::reject);
    EXPECT_EQ(unknown.verdict.acted_on, Violation::unverifiable);
    EXPECT_EQ(unknown.verdict.status, 429);
    EXPECT_EQ(unknown.verdict.wait, Milliseconds{1000});
    serve("User-agent: Other\nDisallow: /\n", enforce(Action::reject), "x");
    EXPECT_EQ(plan("/").verdict.status, 429) << "no group binds it";
    serve(kTwoRates, enforce(Action::reject), "y");
    EXPECT_EQ(plan("/a").verdict.acted_on, Violation::disallow);
    EXPECT_EQ(plan("/robots.txt").verdict.action, Action::pass);
}

TEST_F(PlanTest, OnePlanIsSettledByAnyStore) {
    serve(kTwoRates, enforce(Action::reject));
    MapBudgets other;
    const Plan one = plan("/");
    Receipt first;
    charge(one, kNow, other, first);
    EXPECT_EQ(settle(one, charge(one, kNow, budgets, receipt)).action,
              Action::pass);
    EXPECT_EQ(settle(one, quote(one, kNow, other)).action, Action::reject);
    EXPECT_EQ(receipt.spent.size(), 2U);
}

TEST_F(PlanTest, ARefusalGivesBackWhatWasChargedBefore) {
    serve(kTwoRates, enforce(Action::reject));
    charge(plan("/"), kNow, budgets, receipt);
    Receipt second;
    const Charged charged =
        charge(plan("/"), kNow + Milliseconds{15000}, budgets, second);
    EXPECT_TRUE(charged.refused);
    EXPECT_EQ(charged.size(), 2U);
    EXPECT_EQ(second.spent.size(), 0U);
    // At 24 s the crawl-delay would be due only at 25 s, had it been charged.
    EXPECT_TRUE(
        quote(plan("/"), kNow + Milliseconds{24000}, budgets)[0].granted);
}

// The crawl-delay would delay it, and the rate refuses it: both are broken.
TEST_F(PlanTest, ARefusalNamesAllThatIsBroken) {
    Enforcement settings = enforce(Action::reject);
    for (const Violation each : {Violation::disallow, Violation::crawl_delay}) {
        settings.action[static_cast<std::size_t>(each)] = Action::throttle;
    }
    settings.max_wait = Milliseconds{20000};
    serve(kTwoRates, settings);
    charge(plan("/a"), kNow, budgets, receipt);
    Receipt second;
    const Plan again = plan("/a");
    const Verdict verdict = settle(again, charge(again, kNow, budgets, second));
    EXPECT_EQ(verdict.action, Action::reject);
    EXPECT_EQ(verdict.violation, Violation::disallow);
    for (const Violation each : {Violation::disallow, Violation::crawl_delay,
                                 Violation::request_rate}) {
        EXPECT_TRUE(verdict.violations.contains(each));
    }
}

}  // namespace
}  // namespace robots
