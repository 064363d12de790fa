// What judge() charges, and what of that is given back.

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>

#include "policy/verdict/charge.hpp"
#include "tests/unit/policy/verdict/judge_fixture.hpp"

namespace robots {
namespace {

using Ms = Milliseconds;

constexpr char kChargesDelay[] =
    "User-agent: *\nDisallow: /closed\nCrawl-delay: 2\n";
constexpr char kThree[] =
    "User-agent: *\nCrawl-delay: 2\nRequest-rate: 1/4\nRequest-rate: 1/3\n";

class JudgeCharges : public JudgeTest {
  protected:
    JudgeCharges() { request.receipt = &receipt; }

    Verdict ask_by(Method method, int ms, std::string_view target = "/a") {
        request.method = method;
        receipt = {};
        return ask(target, "ABot/1", ms);
    }

    bool passes(Method method, int ms, std::string_view target = "/a") {
        return ask_by(method, ms, target).action == Action::pass;
    }

    void redirect(int ms) { give_back(receipt, budgets, Ms{1000000 + ms}); }

    Receipt receipt;
};

TEST(Redirects, AreFiveStatuses) {
    for (unsigned status = 0; status < 1000; ++status) {
        const bool expected = status == 301 || status == 302 || status == 303 ||
                              status == 307 || status == 308;
        EXPECT_EQ(is_redirect(status), expected) << status;
    }
}

TEST_F(JudgeCharges, AreOnTheReceipt) {
    serve(kChargesDelay, enforce(Action::reject));
    ask_by(Method::get, 0);
    ASSERT_EQ(receipt.spent.size(), 1U);
    EXPECT_EQ(receipt.spent[0].interval, Ms{2000});
    EXPECT_EQ(receipt.spent[0].tat, Ms{1002000});
    ask_by(Method::get, 1);
    EXPECT_EQ(receipt.spent.size(), 0U) << "refused";
    ask_by(Method::get, 5000, "/closed");
    EXPECT_EQ(receipt.spent.size(), 0U) << "refused";
}

TEST_F(JudgeCharges, AllBudgetsGetTheirChargeBack) {
    serve(kThree, enforce(Action::reject));
    EXPECT_TRUE(passes(Method::get, 0));
    EXPECT_EQ(receipt.spent.size(), 3U);
    redirect(1);
    EXPECT_EQ(receipt.spent.size(), 0U);
    EXPECT_TRUE(passes(Method::get, 2));
    EXPECT_FALSE(passes(Method::get, 3));
}

TEST_F(JudgeCharges, ARequestLoggedAsTooEarlyIsNotCharged) {
    serve(kChargesDelay, enforce(Action::log));
    ask_by(Method::get, 0);
    EXPECT_EQ(ask_by(Method::get, 1).violation, Violation::crawl_delay);
    EXPECT_EQ(receipt.spent.size(), 0U);
}

TEST_F(JudgeCharges, ADelayedRequestIsCharged) {
    serve(kChargesDelay, enforce(Action::throttle));
    ask_by(Method::get, 0);
    EXPECT_EQ(ask_by(Method::get, 0).wait, Ms{2000});
    EXPECT_EQ(receipt.spent.size(), 1U);
}

// Pairs at exactly the delay, however far apart their two halves are.
TEST_F(JudgeCharges, PairsOfHeadAndGetThatKeepTheDelayPass) {
    for (const char* rules :
         {kChargesDelay, "User-agent: *\nRequest-rate: 1/2\n"}) {
        for (const int apart : {0, 1, 700, 1999}) {
            serve(rules, enforce(Action::reject),
                  std::to_string(apart) + rules);
            for (int pair = 0; pair < 20; ++pair) {
                const std::string target = "/" + std::to_string(pair);
                EXPECT_TRUE(passes(Method::head, pair * 2000, target));
                EXPECT_TRUE(passes(Method::get, pair * 2000 + apart, target));
                EXPECT_EQ(receipt.spent.size(), 0U);
            }
        }
    }
}

TEST_F(JudgeCharges, APairCostsOneRequestInABurstToo) {
    Enforcement settings = enforce(Action::reject);
    settings.burst = 2;
    serve(kChargesDelay, settings);
    for (int i = 0; i < 3; ++i) {
        const std::string target = "/" + std::to_string(i);
        EXPECT_TRUE(passes(Method::head, i, target));
        EXPECT_TRUE(passes(Method::get, i, target));
    }
    EXPECT_FALSE(passes(Method::head, 3, "/3"));
    EXPECT_FALSE(passes(Method::get, 3, "/3"));
}

TEST_F(JudgeCharges, HeadsAndGetsAtOncePassTwiceTheBudgetAtMost) {
    Enforcement settings = enforce(Action::reject);
    settings.burst = 4;
    serve(kChargesDelay, settings);
    int passed = 0;
    for (int i = 0; i < 50; ++i) {
        passed += passes(Method::head, 0) ? 1 : 0;
        passed += passes(Method::get, 0) ? 1 : 0;
        passed += passes(Method::get, 0) ? 1 : 0;
    }
    EXPECT_LE(passed, 10);
}

TEST_F(JudgeCharges, APassEndsAfterTenSecondsOrTheInterval) {
    serve(kChargesDelay, enforce(Action::reject));
    EXPECT_TRUE(passes(Method::head, 0, "/late"));
    EXPECT_TRUE(passes(Method::safe, 9000));
    EXPECT_TRUE(passes(Method::get, 9999, "/late"));
    EXPECT_TRUE(passes(Method::head, 20000, "/late"));
    EXPECT_TRUE(passes(Method::safe, 29000));
    EXPECT_FALSE(passes(Method::get, 30000, "/late"));
    serve("User-agent: *\nCrawl-delay: 60\n", enforce(Action::reject), "long");
    EXPECT_TRUE(passes(Method::head, 0));
    EXPECT_TRUE(passes(Method::get, 59999));
}

TEST_F(JudgeCharges, OnePassFreesAGetFromAllBudgets) {
    serve(kThree, enforce(Action::reject));
    EXPECT_TRUE(passes(Method::head, 0));
    EXPECT_TRUE(passes(Method::get, 1));
    EXPECT_EQ(receipt.spent.size(), 0U);
    EXPECT_FALSE(passes(Method::get, 2));
    EXPECT_FALSE(passes(Method::head, 3));
}

TEST_F(JudgeCharges, ARefusedOrLoggedHeadLeavesNoPass) {
    serve(kChargesDelay, enforce(Action::reject));
    EXPECT_TRUE(passes(Method::safe, 0));
    EXPECT_FALSE(passes(Method::head, 1));
    EXPECT_FALSE(passes(Method::get, 2));
    serve(kChargesDelay, enforce(Action::log), "log");
    ask_by(Method::safe, 0);
    ask_by(Method::head, 1);
    EXPECT_EQ(ask_by(Method::get, 2).violation, Violation::crawl_delay);
    EXPECT_TRUE(budgets.passes.empty());
}

// Else a client that sends both at once would never be delayed.
TEST_F(JudgeCharges, ThePassOfADelayedHeadIsGoodFromWhenItGoesOn) {
    Enforcement settings = enforce(Action::throttle);
    settings.max_wait = Milliseconds{60000};
    serve("User-agent: *\nCrawl-delay: 20\n", settings);
    ask_by(Method::safe, 0);
    EXPECT_EQ(ask_by(Method::head, 5000).wait, Milliseconds{15000});
    EXPECT_EQ(ask_by(Method::get, 5001).wait, Milliseconds{34999});
    redirect(5002);
    EXPECT_EQ(ask_by(Method::get, 20000).wait, Milliseconds{0});
    EXPECT_EQ(receipt.spent.size(), 0U);
}

TEST_F(JudgeCharges, ARedirectedHeadLosesItsPass) {
    serve(kChargesDelay, enforce(Action::reject));
    EXPECT_TRUE(passes(Method::head, 0));
    redirect(1);
    EXPECT_TRUE(budgets.passes.empty());
    EXPECT_TRUE(passes(Method::safe, 2)) << "the charge is given back";
    EXPECT_FALSE(passes(Method::get, 3)) << "the pass is not there";
}

TEST_F(JudgeCharges, ARedirectedHeadWhoseGetHasPassedStaysCharged) {
    serve(kChargesDelay, enforce(Action::reject));
    EXPECT_TRUE(passes(Method::head, 0));
    const Receipt head = receipt;
    EXPECT_TRUE(passes(Method::get, 1));
    receipt = head;
    redirect(2);
    EXPECT_FALSE(passes(Method::get, 3));
}

TEST_F(JudgeCharges, ARedirectedGetGetsBackWhatItPaid) {
    serve(kChargesDelay, enforce(Action::reject));
    EXPECT_TRUE(passes(Method::get, 0));
    redirect(500);
    EXPECT_TRUE(passes(Method::get, 501, "/there"));
    EXPECT_FALSE(passes(Method::get, 502, "/there"));
}

}  // namespace
}  // namespace robots
