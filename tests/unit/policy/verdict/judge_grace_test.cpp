// What judge() says of a crawler that still goes by an older robots.txt: rule
// by rule, the more lenient of both.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "policy/verdict/terms.hpp"
#include "tests/unit/policy/verdict/judge_fixture.hpp"

namespace robots {
namespace {

using Ms = Milliseconds;

class JudgeGraceTest : public JudgeTest, public ServedRevisions {
  protected:
    // A site whose robots.txt was `old_text` and is `text`.
    void change(std::string_view old_text, std::string_view text,
                Action action = Action::reject) {
        Enforcement settings = enforce(action);
        settings.max_wait = Ms{60000};
        settings.grace = std::chrono::hours{24};
        serve(old_text, settings, "old" + std::to_string(++sites));
        old = robots;
        serve(text, settings, "new" + std::to_string(sites));
        request.served = this;
    }

    const Robots* grace_revision(const Site&, const Visitor&, std::string_view,
                                 Milliseconds) const noexcept override {
        return old.get();
    }

    std::string by(const Verdict& verdict) const {
        return verdict.robots == old.get() ? "old" : "new";
    }

    std::shared_ptr<const Robots> old;
    int sites = 0;
};

TEST_F(JudgeGraceTest, WhatTheOldOneAllowsPasses) {
    change("User-agent: *\nDisallow: /a\n", "User-agent: *\nDisallow: /\n");
    const Verdict open = ask("/b");
    EXPECT_EQ(open.violation, Violation::none);
    EXPECT_EQ(by(open), "old");
    const Verdict closed = ask("/a");
    EXPECT_EQ(closed.violation, Violation::disallow);
    EXPECT_EQ(by(closed), "old");
    EXPECT_EQ(closed.rule->text(), "Disallow: /a");
}

TEST_F(JudgeGraceTest, WhatTheNewOneAllowsPasses) {
    change("User-agent: *\nDisallow: /\n", "User-agent: *\nDisallow: /a\n");
    const Verdict open = ask("/b");
    EXPECT_EQ(open.violation, Violation::none);
    EXPECT_EQ(by(open), "new");
}

TEST_F(JudgeGraceTest, WithoutAGraceTheNewOneBinds) {
    change("User-agent: *\nDisallow: /a\n", "User-agent: *\nDisallow: /\n");
    serve("User-agent: *\nDisallow: /\n", enforce(Action::reject));
    const Verdict closed = ask("/b");
    EXPECT_EQ(closed.violation, Violation::disallow);
    EXPECT_EQ(closed.robots, site->robots.get());
}

TEST_F(JudgeGraceTest, AGroupThatTheOldOneLacksClosesNothing) {
    change("User-agent: BBot\nDisallow: /\n",
           "User-agent: ABot\nDisallow: /\nCrawl-delay: 10\n"
           "Visit-time: 0000-0001\nRequest-rate: 1/60\n");
    request.utc = std::chrono::hours{12};
    EXPECT_EQ(ask("/").violation, Violation::none);
    EXPECT_EQ(ask("/").violation, Violation::none);
    EXPECT_EQ(budgets.charges, 0);
}

TEST_F(JudgeGraceTest, TheShorterDelayBinds) {
    change("User-agent: *\nCrawl-delay: 2\n",
           "User-agent: *\nCrawl-delay: 60\n");
    ask("/");
    EXPECT_EQ(ask("/", "ABot/1", 2000).violation, Violation::none);
    const Verdict early = ask("/", "ABot/1", 3000);
    EXPECT_EQ(early.violation, Violation::crawl_delay);
    EXPECT_EQ(early.wait, Ms{1000});
    EXPECT_EQ(by(early), "old");
    EXPECT_EQ(early.group->pace->crawl_delay, Ms{2000});
}

TEST_F(JudgeGraceTest, TheDelayThatBindsIsNamedWhicheverFileOpensThePath) {
    change("User-agent: *\nDisallow: /z\nCrawl-delay: 10\n",
           "User-agent: *\nDisallow: /a\nCrawl-delay: 5\n");
    EXPECT_EQ(by(ask("/a")), "old");
    const Verdict early = ask("/a", "ABot/1", 1000);
    EXPECT_EQ(early.violation, Violation::crawl_delay);
    EXPECT_EQ(early.wait, Ms{4000});
    EXPECT_EQ(by(early), "new");
    EXPECT_EQ(early.group->pace->crawl_delay, Ms{5000});
}

TEST_F(JudgeGraceTest, AShorterNewDelayBindsAtOnce) {
    change("User-agent: *\nCrawl-delay: 60\n",
           "User-agent: *\nCrawl-delay: 2\n");
    ask("/");
    EXPECT_EQ(ask("/", "ABot/1", 2000).violation, Violation::none);
    EXPECT_EQ(by(ask("/", "ABot/1", 2500)), "new");
}

TEST_F(JudgeGraceTest, TheMoreLenientRateBinds) {
    change("User-agent: *\nRequest-rate: 1/10\n",
           "User-agent: *\nRequest-rate: 1/3600\n");
    ask("/");
    EXPECT_EQ(ask("/", "ABot/1", 10000).violation, Violation::none);
    EXPECT_EQ(ask("/", "ABot/1", 11000).violation, Violation::request_rate);
}

// A strict rate of the night says nothing of the day.
TEST_F(JudgeGraceTest, ARateBindsInItsWindowOnly) {
    change("User-agent: *\nRequest-rate: 1/60\n",
           "User-agent: *\nRequest-rate: 1/3600 2200-2300\n"
           "Request-rate: 1/10\n");
    request.utc = std::chrono::hours(12);
    ask("/");
    EXPECT_EQ(ask("/", "ABot/1", 10000).violation, Violation::none);
    EXPECT_EQ(ask("/", "ABot/1", 11000).violation, Violation::request_rate);
}

TEST_F(JudgeGraceTest, TheEarlierWindowBinds) {
    change("User-agent: *\nVisit-time: 0600-0700\n",
           "User-agent: *\nVisit-time: 0900-1000\n");
    request.utc = std::chrono::minutes{6 * 60 + 30};
    EXPECT_EQ(ask("/").violation, Violation::none);
    request.utc = std::chrono::minutes{9 * 60 + 30};
    EXPECT_EQ(ask("/").violation, Violation::none);
    request.utc = std::chrono::hours{8};
    const Verdict between = ask("/");
    EXPECT_EQ(between.violation, Violation::visit_time);
    EXPECT_EQ(between.wait, Ms(std::chrono::hours{1}));
}

TEST_F(JudgeGraceTest, WhatIsDoneIsAsThePolicySaysNow) {
    change("User-agent: *\nDisallow: /a\n", "User-agent: *\nDisallow: /\n",
           Action::log);
    EXPECT_EQ(ask("/a").action, Action::log);
}

TEST_F(JudgeGraceTest, AnImpostorWasPromisedNothing) {
    change("User-agent: *\nDisallow: /a\n", "User-agent: *\nDisallow: /\n");
    request.identity = Identity::impostor;
    EXPECT_TRUE(ask("/b").violations.contains(Violation::disallow));
}

}  // namespace
}  // namespace robots
