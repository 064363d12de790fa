// What judge() says of a request that breaks several rules at once.

#include <gtest/gtest.h>

#include "tests/unit/policy/verdict/judge_fixture.hpp"

namespace robots {
namespace {

class JudgeViolationsTest : public JudgeTest {
  protected:
    // Settings in which some kinds of violation have actions of their own.
    static Enforcement with(
        const std::vector<std::pair<Violation, Action>>& actions,
        Action all = Action::log) {
        Enforcement settings = enforce(all);
        for (const auto& [violation, action] : actions) {
            settings.action[static_cast<std::size_t>(violation)] = action;
        }
        return settings;
    }
};

constexpr char kTrap[] = "User-agent: *\nDisallow: /trap\nCrawl-delay: 10\n";

TEST_F(JudgeViolationsTest, AnEarlyRequestForAClosedPathIsBoth) {
    serve(kTrap, with({{Violation::crawl_delay, Action::throttle}}));
    EXPECT_EQ(to_string(ask("/a").violations), "");
    const Verdict both = ask("/trap", "ABot/1", 6000);
    EXPECT_EQ(both.violation, Violation::disallow);
    EXPECT_EQ(to_string(both.violations), "disallow,crawl_delay");
    EXPECT_EQ(both.acted_on, Violation::crawl_delay);
    EXPECT_EQ(both.action, Action::throttle);
    EXPECT_EQ(both.wait, Milliseconds{4000});
    EXPECT_EQ(both.rule->text(), "Disallow: /trap");
}

TEST_F(JudgeViolationsTest, TheStatusIsThatOfTheStrictestAction) {
    serve(kTrap, with({{Violation::crawl_delay, Action::reject}}));
    ask("/a");
    const Verdict both = ask("/trap", "ABot/1", 6000);
    EXPECT_EQ(both.violation, Violation::disallow);
    EXPECT_EQ(both.action, Action::reject);
    EXPECT_EQ(both.status, 429);
    EXPECT_EQ(both.wait, Milliseconds{4000});
}

TEST_F(JudgeViolationsTest, TheGravestIsNamedFirst) {
    request.utc = Utc{12 * 3600};
    serve(
        "User-agent: *\nDisallow: /trap\nCrawl-delay: 10\nRequest-rate: 1/10\n"
        "Visit-time: 0600-0845\n",
        enforce(Action::log));
    request.identity = Identity::impostor;
    ask("/a");
    EXPECT_EQ(to_string(ask("/a").violations),
              "impostor,crawl_delay,request_rate,visit_time");
    const Verdict all = ask("/trap");
    EXPECT_EQ(to_string(all.violations),
              "impostor,disallow,crawl_delay,request_rate,visit_time");
    EXPECT_EQ(all.violation, Violation::impostor);
    EXPECT_EQ(all.rule->text(), "Disallow: /trap");
    EXPECT_EQ(all.acted_on, Violation::impostor);
    EXPECT_EQ(all.action, Action::log);
}

TEST_F(JudgeViolationsTest, WhatIsOffIsNamedOnlyAlone) {
    serve(kTrap, with({{Violation::disallow, Action::pass}}));
    const Verdict closed = ask("/trap");
    EXPECT_EQ(closed.violation, Violation::disallow);
    EXPECT_EQ(closed.action, Action::pass);
    const Verdict early = ask("/trap");
    EXPECT_EQ(early.violation, Violation::crawl_delay);
    EXPECT_EQ(to_string(early.violations), "disallow,crawl_delay");
    EXPECT_EQ(early.action, Action::log);
}

TEST_F(JudgeViolationsTest, ARefusedImpostorsPathAndTimeAreJudged) {
    request.utc = Utc{12 * 3600};
    request.identity = Identity::impostor;
    serve(
        "User-agent: *\nDisallow: /trap\nCrawl-delay: 9\n"
        "Visit-time: 0000-0100\n",
        with({{Violation::impostor, Action::reject}}, Action::reject));
    const Verdict all = ask("/trap");
    EXPECT_EQ(to_string(all.violations), "impostor,disallow,visit_time");
    EXPECT_EQ(all.acted_on, Violation::impostor);
    EXPECT_EQ(all.status, 403);
    EXPECT_EQ(all.wait, Milliseconds{0});
    EXPECT_EQ(budgets.charges, 0);
}

TEST_F(JudgeViolationsTest, APacedRequestMayBreakTheCrawlDelayToo) {
    serve(kTrap, enforce(Action::throttle));
    EXPECT_EQ(to_string(ask("/trap").violations), "disallow");
    const Verdict early = ask("/trap", "ABot/1", 6000);
    EXPECT_EQ(to_string(early.violations), "disallow,crawl_delay");
    EXPECT_EQ(early.acted_on, Violation::disallow);

    serve("User-agent: *\nDisallow: /trap\n", enforce(Action::throttle), "b");
    ask("/trap");
    EXPECT_EQ(to_string(ask("/trap", "ABot/1", 6000).violations), "disallow");
}

TEST_F(JudgeViolationsTest, OfSeveralRatesOnlyTheBrokenOnesCount) {
    serve(
        "User-agent: *\nDisallow:\nCrawl-delay: 1\n"
        "Request-rate: 1/10\nRequest-rate: 1/20\n",
        enforce(Action::log));
    ask("/a");
    EXPECT_EQ(to_string(ask("/a", "ABot/1", 5000).violations), "request_rate");
}

TEST_F(JudgeViolationsTest, WhatOneRateRefusesKeepsTheOther) {
    serve("User-agent: *\nDisallow:\nCrawl-delay: 10\nRequest-rate: 1/20\n",
          with({{Violation::request_rate, Action::reject}}));
    ask("/a");
    const Verdict both = ask("/a", "ABot/1", 1000);
    EXPECT_EQ(to_string(both.violations), "crawl_delay,request_rate");
    EXPECT_EQ(both.violation, Violation::crawl_delay);
    EXPECT_EQ(both.acted_on, Violation::request_rate);
    EXPECT_EQ(both.action, Action::reject);
    EXPECT_EQ(both.wait, Milliseconds{19000});
}

}  // namespace
}  // namespace robots
