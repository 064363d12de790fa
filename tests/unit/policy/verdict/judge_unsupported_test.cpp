// What judge() says about directives that a crawler documents it passes over.

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/policy/verdict/judge_fixture.hpp"

namespace robots {
namespace {

class JudgeUnsupportedTest : public JudgeTest {
  protected:
    // A policy in which ABot documents what it does with one directive.
    void documented(Obeys Crawler::*directive, Obeys obeys) {
        Crawler a = known_crawler("ABot", Category::search);
        a.*directive = obeys;
        crawlers = std::make_shared<const Crawlers>(
            std::vector<Crawler>{a, known_crawler("BBot", Category::seo)},
            std::vector<std::string>{});
    }

    // The last of `count` requests at once.
    Verdict last_of(int count, const Enforcement& settings,
                    std::string_view user_agent, std::string_view text,
                    std::string_view target = "/a") {
        serve(text, settings, "site" + std::to_string(++served) + ".example");
        Verdict verdict;
        request.target = target;
        const Policy other(crawlers);
        for (int i = 0; i < count; ++i) {
            verdict = judge(other, site, crawlers->identify(user_agent),
                            request, Milliseconds{1000000}, budgets, cap);
        }
        return verdict;
    }

    std::shared_ptr<const Crawlers> crawlers;
    int served = 0;
};

constexpr char kDelay[] = "User-agent: *\nDisallow: /closed\nCrawl-delay: 2\n";
constexpr char kSlowRate[] = "User-agent: *\nDisallow:\nRequest-rate: 1/10\n";
constexpr char kMorning[] = "User-agent: *\nDisallow:\nVisit-time: 0600-0845\n";

TEST_F(JudgeUnsupportedTest, IsLoggedByDefault) {
    documented(&Crawler::crawl_delay, Obeys::no);
    const Verdict capped =
        last_of(2, enforce(Action::reject), "ABot/1", kDelay);
    EXPECT_EQ(capped.violation, Violation::crawl_delay);
    EXPECT_EQ(capped.action, Action::log);
    EXPECT_EQ(capped.status, 0);
    EXPECT_EQ(capped.capped_by, CapReason::unsupported);

    documented(&Crawler::request_rate, Obeys::no);
    EXPECT_EQ(last_of(2, enforce(Action::reject), "ABot/1", kSlowRate).action,
              Action::log);
    documented(&Crawler::visit_time, Obeys::no);
    EXPECT_EQ(last_of(1, enforce(Action::throttle), "ABot/1", kMorning).action,
              Action::log);
}

TEST_F(JudgeUnsupportedTest, AppliesToThatDirectiveAndThatCrawler) {
    documented(&Crawler::request_rate, Obeys::no);
    EXPECT_EQ(last_of(2, enforce(Action::reject), "ABot/1", kDelay).action,
              Action::reject);
    EXPECT_EQ(last_of(2, enforce(Action::reject), "BBot/1", kSlowRate).action,
              Action::reject);
    EXPECT_EQ(last_of(1, enforce(Action::reject), "ABot/1", kMorning).action,
              Action::reject);
}

TEST_F(JudgeUnsupportedTest, WhatIsUndocumentedCountsAsSupported) {
    for (const Obeys obeys : {Obeys::undocumented, Obeys::yes}) {
        documented(&Crawler::crawl_delay, obeys);
        EXPECT_EQ(last_of(2, enforce(Action::reject), "ABot/1", kDelay).action,
                  Action::reject);
    }
}

TEST_F(JudgeUnsupportedTest, IsALimitAndNoAction) {
    documented(&Crawler::crawl_delay, Obeys::no);
    Enforcement settings = enforce(Action::reject);
    settings.unsupported = Action::throttle;
    EXPECT_EQ(last_of(2, settings, "ABot/1", kDelay).action, Action::throttle);
    settings.unsupported = Action::reject;
    EXPECT_EQ(last_of(2, settings, "ABot/1", kDelay).action, Action::reject);
    settings = enforce(Action::pass);
    settings.unsupported = Action::reject;
    EXPECT_EQ(last_of(2, settings, "ABot/1", kDelay).violation,
              Violation::none);
    settings = enforce(Action::reject);
    settings.unsupported = Action::pass;
    EXPECT_EQ(last_of(2, settings, "ABot/1", kDelay).violation,
              Violation::none);
}

TEST_F(JudgeUnsupportedTest, IsTheReasonOnlyWhereItDecides) {
    documented(&Crawler::crawl_delay, Obeys::no);
    EXPECT_EQ(last_of(2, enforce(Action::log), "ABot/1", kDelay).capped_by,
              CapReason::none);
    const Enforcement refuses = enforce(Action::reject);
    EXPECT_EQ(last_of(2, refuses, "BBot/1", kDelay).capped_by, CapReason::none);
    EXPECT_EQ(last_of(2, refuses, "ABot/1", kDelay, "/closed").capped_by,
              CapReason::none);
    const Enforcement logs_paths =
        enforce(Action::reject, Violation::disallow, Action::log);
    const Verdict both = last_of(2, logs_paths, "ABot/1", kDelay, "/closed");
    EXPECT_EQ(both.violation, Violation::disallow);
    EXPECT_EQ(both.action, Action::log);
    EXPECT_EQ(both.capped_by, CapReason::unsupported);
}

TEST_F(JudgeUnsupportedTest, AClosedPathStaysClosed) {
    documented(&Crawler::crawl_delay, Obeys::no);
    EXPECT_EQ(
        last_of(1, enforce(Action::reject), "ABot/1", kDelay, "/closed").action,
        Action::reject);
}

}  // namespace
}  // namespace robots
