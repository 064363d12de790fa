// What judge() says when the clock of the budgets has stepped by an hour or a
// day, forward or back.

#include <gtest/gtest.h>

#include "tests/unit/policy/shared_memory/clock_steps.hpp"
#include "tests/unit/policy/shared_memory/shared_budgets.hpp"
#include "tests/unit/policy/verdict/judge_fixture.hpp"

namespace robots {
namespace {

using Ms = Milliseconds;
using std::chrono::hours;

class JudgeClockTest : public JudgeTest {
  protected:
    Verdict ask_at(Ms now, Method method = Method::get) {
        BudgetTable table = shared_->table();
        request.target = "/page";
        request.method = method;
        return judge(policy, site, policy.crawlers().identify("ABot/1"),
                     request, now, table, cap);
    }
    void begin(std::string_view text, Ms max_wait = Ms{0}) {
        shared_ = std::make_unique<SharedTable>(64);
        Enforcement settings =
            enforce(max_wait == Ms{0} ? Action::reject : Action::throttle);
        settings.max_wait = max_wait;
        serve(text, settings, "a" + std::to_string(++sites_) + ".example");
    }

  private:
    std::unique_ptr<SharedTable> shared_;
    int sites_ = 0;
};

TEST_F(JudgeClockTest, ACrawlDelayBindsAgainAfterOneRequest) {
    for (const Ms step : kClockSteps) {
        begin("User-agent: *\nCrawl-delay: 10\n");
        EXPECT_EQ(ask_at(kBeforeStep).violation, Violation::none);
        EXPECT_EQ(ask_at(kBeforeStep).violation, Violation::crawl_delay);
        EXPECT_EQ(ask_at(kBeforeStep + step).violation, Violation::none);
        const Verdict early = ask_at(kBeforeStep + step);
        EXPECT_EQ(early.violation, Violation::crawl_delay) << step.count();
        EXPECT_LE(early.wait, Ms{10000}) << step.count();
        // And back again.
        EXPECT_EQ(ask_at(kBeforeStep).violation, Violation::none)
            << step.count();
        EXPECT_EQ(ask_at(kBeforeStep).violation, Violation::crawl_delay);
    }
}

TEST_F(JudgeClockTest, AThrottledRequestWaitsForItsDelayAtMost) {
    for (const Ms step : kClockSteps) {
        begin("User-agent: *\nCrawl-delay: 10\n", Ms{30000});
        for (int i = 0; i < 4; ++i) {
            EXPECT_EQ(ask_at(kBeforeStep).wait, Ms{10000 * i});
        }
        EXPECT_EQ(ask_at(kBeforeStep + step).wait, Ms{0}) << step.count();
        EXPECT_EQ(ask_at(kBeforeStep + step).wait, Ms{10000}) << step.count();
    }
}

TEST_F(JudgeClockTest, AHeadAndItsGetOnBothSidesOfAStepCostNoMoreThanTwo) {
    for (const Ms step : kClockSteps) {
        begin("User-agent: *\nCrawl-delay: 10\n");
        EXPECT_EQ(ask_at(kBeforeStep, Method::head).violation, Violation::none);
        EXPECT_EQ(ask_at(kBeforeStep + step).violation, Violation::none);
        EXPECT_EQ(ask_at(kBeforeStep + step).violation, Violation::crawl_delay)
            << step.count();
    }
}

// The windows of the day follow the wall clock, the budgets do not.
TEST_F(JudgeClockTest, AWindowFollowsTheWallClockAlone) {
    begin("User-agent: *\nVisit-time: 0600-0700\nCrawl-delay: 10\n");
    constexpr Utc kHalfPastSix = std::chrono::minutes{6 * 60 + 30};
    request.utc = hours(24 * 365) + kHalfPastSix;
    EXPECT_EQ(ask_at(kBeforeStep).violation, Violation::none);
    for (const Ms step : kClockSteps) {
        request.utc = hours(24 * 365) + kHalfPastSix +
                      std::chrono::duration_cast<Utc>(step);
        const bool is_open = step % Ms{hours(24)} == Ms{0};
        const Verdict verdict = ask_at(kBeforeStep + Ms{1});
        EXPECT_EQ(verdict.violations.contains(Violation::visit_time), !is_open)
            << step.count();
        EXPECT_LE(verdict.wait, Ms{hours(24)}) << step.count();
    }
}

}  // namespace
}  // namespace robots
