// What judge() says about how often, and when.

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/unit/policy/verdict/judge_fixture.hpp"

namespace robots {
namespace {

using JudgeRateTest = JudgeTest;
using Ms = Milliseconds;

constexpr char kRateDelay[] =
    "User-agent: *\nDisallow: /closed\nCrawl-delay: 2\n";

TEST_F(JudgeRateTest, WithoutACrawlDelayNothingIsCharged) {
    serve("User-agent: *\nDisallow: /closed\n", enforce(Action::reject));
    ask("/a");
    ask("/a");
    EXPECT_EQ(budgets.charges, 0);
}

TEST_F(JudgeRateTest, ARequestTooEarlyMeetsItsAction) {
    for (const Action action : {Action::log, Action::reject}) {
        serve(kRateDelay, enforce(action), std::string(to_string(action)));
        EXPECT_EQ(ask("/a").violation, Violation::none);
        const Verdict early = ask("/a", "ABot/1", 500);
        EXPECT_EQ(early.violation, Violation::crawl_delay);
        EXPECT_EQ(early.action, action);
        EXPECT_EQ(early.wait, Ms{1500});
        EXPECT_EQ(early.status, action == Action::reject ? 429 : 0);
        EXPECT_EQ(ask("/a", "ABot/1", 2000).violation, Violation::none);
    }
}

TEST_F(JudgeRateTest, OffIsNeitherChargedNorFound) {
    serve(kRateDelay, enforce(Action::pass));
    ask("/a");
    EXPECT_EQ(ask("/a").violation, Violation::none);
    EXPECT_EQ(budgets.charges, 0);
}

TEST_F(JudgeRateTest, ThrottleDelaysUpToMaxWait) {
    Enforcement settings = enforce(Action::throttle);
    settings.max_wait = Ms{3000};
    serve(kRateDelay, settings);
    EXPECT_EQ(ask("/a").action, Action::pass);
    const Verdict delayed = ask("/a");
    EXPECT_EQ(delayed.violation, Violation::crawl_delay);
    EXPECT_EQ(delayed.action, Action::throttle);
    EXPECT_EQ(delayed.wait, Ms{2000});
    EXPECT_EQ(delayed.status, 0);
    const Verdict refused = ask("/a");
    EXPECT_EQ(refused.violation, Violation::crawl_delay);
    EXPECT_EQ(refused.action, Action::reject);
    EXPECT_EQ(refused.wait, Ms{4000});
    EXPECT_EQ(refused.status, 429);
}

TEST_F(JudgeRateTest, ARefusalCostsNothing) {
    serve(kRateDelay, enforce(Action::reject));
    ask("/a");
    for (int ms = 0; ms < 2000; ms += 100) {
        EXPECT_EQ(ask("/a", "ABot/1", ms).action, Action::reject) << ms;
    }
    EXPECT_EQ(ask("/a", "ABot/1", 2000).action, Action::pass);
}

TEST_F(JudgeRateTest, APathThatIsRefusedCostsNothing) {
    serve(kRateDelay, enforce(Action::reject));
    EXPECT_EQ(ask("/closed").status, 403);
    EXPECT_EQ(budgets.charges, 0);
    EXPECT_EQ(ask("/a").action, Action::pass);
    EXPECT_EQ(ask("/closed").violation, Violation::disallow);
}

TEST_F(JudgeRateTest, RobotsTxtCostsNothing) {
    serve(kRateDelay, enforce(Action::reject));
    ask("/robots.txt");
    EXPECT_EQ(ask("/a").action, Action::pass);
}

TEST_F(JudgeRateTest, BurstLetsRequestsThroughEarly) {
    Enforcement settings = enforce(Action::reject);
    settings.burst = 2;
    serve(kRateDelay, settings);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(ask("/a").action, Action::pass) << i;
    }
    EXPECT_EQ(ask("/a").action, Action::reject);
}

TEST_F(JudgeRateTest, ToleranceForgivesJitter) {
    Enforcement settings = enforce(Action::reject);
    settings.tolerance = 10;
    serve(kRateDelay, settings);
    ask("/a");
    EXPECT_EQ(ask("/a", "ABot/1", 1799).action, Action::reject);
    EXPECT_EQ(ask("/a", "ABot/1", 1800).action, Action::pass);
}

TEST_F(JudgeRateTest, TheCapLogsWhatWouldBeDelayed) {
    serve(kRateDelay, enforce(Action::throttle));
    cap = Action::log;
    ask("/a");
    const Verdict logged = ask("/a");
    EXPECT_EQ(logged.violation, Violation::crawl_delay);
    EXPECT_EQ(logged.action, Action::log);
    EXPECT_EQ(logged.status, 0);
}

TEST_F(JudgeRateTest, EachCrawlerHasItsBudget) {
    serve(kRateDelay, enforce(Action::reject));
    ask("/a", "ABot/1");
    EXPECT_EQ(ask("/a", "BBot/1").action, Action::pass);
    EXPECT_EQ(ask("/a", "Abot/2 (other)").action, Action::reject);
}

TEST_F(JudgeRateTest, EachSiteHasItsBudget) {
    serve(kRateDelay, enforce(Action::reject), "a");
    ask("/a");
    serve(kRateDelay, enforce(Action::reject), "b");
    EXPECT_EQ(ask("/a").action, Action::pass);
    EXPECT_EQ(ask("/a").action, Action::reject);
}

TEST_F(JudgeRateTest, ACrawlersAddressesShareOneBudget) {
    serve(kRateDelay, enforce(Action::reject));
    request.address = "\x0a\x01\x02\x03";
    ask("/a");
    request.address = "\x0b\x01\x02\x03";
    EXPECT_EQ(ask("/a").action, Action::reject);
}

class JudgeAddressTest : public JudgeTest {
  protected:
    bool share_budget(RatePer per, std::string_view a, std::string_view b) {
        Enforcement settings = enforce(Action::reject);
        settings.rate_per = per;
        serve(kRateDelay, settings, "site" + std::to_string(++sites_));
        request.address = a;
        ask("/a");
        request.address = b;
        return ask("/a").action == Action::reject;
    }

  private:
    int sites_ = 0;
};

TEST_F(JudgeAddressTest, ABudgetPerAddress) {
    const RatePer per = RatePer::address;
    EXPECT_TRUE(share_budget(per, "\x0a\x01\x02\x03", "\x0a\x01\x02\x03"));
    EXPECT_FALSE(share_budget(per, "\x0a\x01\x02\x03", "\x0a\x01\x02\x04"));
}

TEST_F(JudgeAddressTest, ABudgetPerSubnetIsA24) {
    const RatePer per = RatePer::subnet;
    EXPECT_TRUE(share_budget(per, "\x0a\x01\x02\x03", "\x0a\x01\x02\x04"));
    EXPECT_FALSE(share_budget(per, "\x0a\x01\x02\x03", "\x0a\x01\x03\x03"));
}

TEST_F(JudgeAddressTest, ABudgetPerSubnetIsA56OfIpv6) {
    const RatePer per = RatePer::subnet;
    const std::string a = "\x20\x01\x0d\xb8" + std::string(12, '\x01');
    std::string same = a;
    same[7] = '\x02';
    std::string other = a;
    other[6] = '\x02';
    EXPECT_TRUE(share_budget(per, a, same));
    EXPECT_FALSE(share_budget(per, a, other));
    EXPECT_FALSE(share_budget(RatePer::address, a, same));
}

TEST_F(JudgeAddressTest, WithoutAnAddressAllShare) {
    EXPECT_TRUE(share_budget(RatePer::subnet, "", ""));
    EXPECT_TRUE(share_budget(RatePer::address, "", ""));
}

// A name that may be invented needs two budgets for each.
TEST_F(JudgeRateTest, SevenRatesAndACrawlDelayAreChargedToAnyName) {
    std::string text = "User-agent: *\nCrawl-delay: 1\n";
    for (int i = 1; i <= 7; ++i) {
        text += "Request-rate: " + std::to_string(i) + "/1h\n";
    }
    serve(text, enforce(Action::log));
    ask("/a");
    EXPECT_EQ(budgets.charges, 8);
    ask("/a", "InventedBot/1");
    EXPECT_EQ(budgets.charges, 8 + 16);
}

TEST_F(JudgeRateTest, AThrottledPathIsLetThroughAtTheCrawlDelay) {
    serve(kRateDelay,
          enforce(Action::pass, Violation::disallow, Action::throttle));
    const Verdict first = ask("/closed");
    EXPECT_EQ(first.violation, Violation::disallow);
    EXPECT_EQ(first.action, Action::throttle);
    EXPECT_EQ(first.wait, Ms{0});
    const Verdict delayed = ask("/closed");
    EXPECT_EQ(delayed.violation, Violation::disallow);
    EXPECT_EQ(delayed.action, Action::throttle);
    EXPECT_EQ(delayed.wait, Ms{2000});
    EXPECT_EQ(ask("/open").violation, Violation::none);
}

TEST_F(JudgeRateTest, AThrottledPathWithoutACrawlDelayKeepsTenSeconds) {
    Enforcement settings =
        enforce(Action::pass, Violation::disallow, Action::throttle);
    settings.max_wait = Ms{15000};
    serve("User-agent: *\nDisallow: /closed\n", settings);
    ask("/closed");
    EXPECT_EQ(ask("/closed").wait, Ms{10000});
    const Verdict refused = ask("/closed");
    EXPECT_EQ(refused.action, Action::reject);
    EXPECT_EQ(refused.violation, Violation::disallow);
    EXPECT_EQ(refused.wait, Ms{20000});
    EXPECT_EQ(refused.status, 429);
}

TEST_F(JudgeRateTest, TheStricterOfPathAndRateCounts) {
    serve(kRateDelay,
          enforce(Action::log, Violation::crawl_delay, Action::reject));
    EXPECT_EQ(ask("/closed").violation, Violation::disallow);
    const Verdict verdict = ask("/closed");
    EXPECT_EQ(verdict.acted_on, Violation::crawl_delay);
    EXPECT_EQ(verdict.action, Action::reject);
    EXPECT_EQ(verdict.status, 429);
}

TEST_F(JudgeRateTest, IfBothCallForTheSameThePathCounts) {
    serve(kRateDelay, enforce(Action::log));
    ask("/closed");
    EXPECT_EQ(ask("/closed").violation, Violation::disallow);
    serve(kRateDelay, enforce(Action::throttle), "b");
    ask("/closed");
    const Verdict delayed = ask("/closed");
    EXPECT_EQ(delayed.violation, Violation::disallow);
    EXPECT_EQ(delayed.wait, Ms{2000});
    serve(kRateDelay, enforce(Action::reject), "c");
    ask("/open");
    EXPECT_EQ(ask("/closed").status, 403);
}

TEST_F(JudgeRateTest, APathThatIsOffLeavesTheRate) {
    serve(kRateDelay,
          enforce(Action::reject, Violation::disallow, Action::pass));
    EXPECT_EQ(ask("/closed").action, Action::pass);
    EXPECT_EQ(ask("/closed").violation, Violation::crawl_delay);
}

TEST_F(JudgeRateTest, RequestRateHasItsOwnBudget) {
    serve("User-agent: *\nDisallow: /closed\nRequest-rate: 2/10\n",
          enforce(Action::reject));
    EXPECT_EQ(ask("/a").action, Action::pass);
    EXPECT_EQ(ask("/a").action, Action::pass);
    const Verdict refused = ask("/a");
    EXPECT_EQ(refused.violation, Violation::request_rate);
    EXPECT_EQ(refused.action, Action::reject);
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(refused.wait, Ms{5000});
    EXPECT_EQ(ask("/a", "ABot/1", 5000).action, Action::pass);
}

TEST_F(JudgeRateTest, ARequestThatOneBudgetRefusesCostsTheOtherNothing) {
    serve("User-agent: *\nDisallow:\nCrawl-delay: 1\nRequest-rate: 2/10\n",
          enforce(Action::reject));
    EXPECT_EQ(ask("/a").action, Action::pass);
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(ask("/a", "ABot/1", 500).violation, Violation::crawl_delay);
    }
    EXPECT_EQ(ask("/a", "ABot/1", 1000).action, Action::pass);
    EXPECT_EQ(ask("/a", "ABot/1", 2000).violation, Violation::request_rate);
}

TEST_F(JudgeRateTest, ARequestRateBindsOnlyInItsWindow) {
    serve("User-agent: *\nDisallow:\nRequest-rate: 1/60 0800-1800\n",
          enforce(Action::reject));
    request.utc = std::chrono::hours(7);
    ask("/a");
    EXPECT_EQ(ask("/a").action, Action::pass);
    request.utc = std::chrono::hours(8);
    ask("/a");
    EXPECT_EQ(ask("/a").violation, Violation::request_rate);
}

TEST_F(JudgeRateTest, AVisitOutsideItsTimeIsRefusedUntilItOpens) {
    serve("User-agent: *\nDisallow: /closed\nVisit-time: 0600-0845\n",
          enforce(Action::reject));
    request.utc = std::chrono::hours(5);
    const Verdict refused = ask("/a");
    EXPECT_EQ(refused.violation, Violation::visit_time);
    EXPECT_EQ(refused.action, Action::reject);
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(refused.wait, Ms{3600000});
    EXPECT_EQ(ask("/closed").violation, Violation::disallow);
    request.utc = std::chrono::hours(6);
    EXPECT_EQ(ask("/a").violation, Violation::none);
}

TEST_F(JudgeRateTest, AVisitJustBeforeItsTimeIsDelayedIfThrottled) {
    serve("User-agent: *\nDisallow:\nVisit-time: 0600-0845\n",
          enforce(Action::throttle));
    request.utc = std::chrono::hours(6) - std::chrono::seconds(5);
    EXPECT_EQ(ask("/a").action, Action::throttle);
    EXPECT_EQ(ask("/a").wait, Ms{5000});
    request.utc -= std::chrono::seconds(1);
    EXPECT_EQ(ask("/a").action, Action::reject);
    EXPECT_EQ(ask("/a").status, 429);
}

TEST_F(JudgeRateTest, AVisitThatIsRefusedCostsNoBudget) {
    serve("User-agent: *\nDisallow:\nVisit-time: 0600-0845\nCrawl-delay: 2\n",
          enforce(Action::reject));
    ask("/a");
    EXPECT_EQ(budgets.charges, 0);
}

TEST_F(JudgeRateTest, ADirectiveThatACrawlerDocumentsItIgnoresIsCapped) {
    Enforcement settings = enforce(Action::reject);
    settings.unsupported = Action::log;
    serve(kRateDelay, settings);
    Crawler deaf = known_crawler("DeafBot", Category::search);
    deaf.crawl_delay = Obeys::no;
    const Sighting sighting{deaf.token, deaf.category, &deaf};
    const auto judged = [&](std::string_view target) {
        request.target = target;
        return judge(policy, site, sighting, request, Ms{1000000}, budgets,
                     cap);
    };
    judged("/a");
    EXPECT_EQ(judged("/a").violation, Violation::crawl_delay);
    EXPECT_EQ(judged("/a").action, Action::log);
    EXPECT_EQ(judged("/closed").action, Action::reject);
    deaf.crawl_delay = Obeys::yes;
    EXPECT_EQ(judged("/a").action, Action::reject);
}

}  // namespace
}  // namespace robots
