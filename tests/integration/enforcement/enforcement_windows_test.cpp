// Request-rate and Visit-time, as a robots.txt that is served verbatim and as a
// group's keys have them, and what a crawler does not support.

#include <cstdlib>
#include <ctime>

#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

class Windows : public RobotsTest {
  protected:
    void serve_group(const std::string& line, const std::string& enforce) {
        policy("enforce: " + enforce + R"(
sites:
  - host: example.com
    enforce: {burst: 0}
    robots_txt: {file: robots.txt}
)");
        nginx.raw_file("robots.txt",
                       "User-agent: *\nDisallow: /private\n" + line + "\n");
        serve();
    }

    void serve_keys(const std::string& keys, const std::string& enforce) {
        policy("enforce: " + enforce + R"(
sites:
  - host: example.com
    enforce: {burst: 0}
    groups: [{user_agent: "*", disallow: /private, )" +
               keys + "}]\n");
        serve();
    }

    Response crawl(const std::string& path = "/page",
                   std::string_view agent = kGptBot) {
        return nginx.get("http://example.com" + path, agent);
    }

    // Windows whose ends are an hour away at least.
    static bool is_morning() {
        const std::time_t now = std::time(nullptr);
        return std::gmtime(&now)->tm_hour < 12;
    }
    // Until `hour` comes, today or tomorrow.
    static long seconds_until(int hour) {
        constexpr long kDay = 24 * 60 * 60;
        return (hour * 60 * 60 - std::time(nullptr) % kDay + kDay) % kDay;
    }
    const bool morning_ = is_morning();
    const int opens_ = morning_ ? 14 : 2;  // the hour
    const std::string open_now_ = morning_ ? "0000-1300" : "1100-2400";
    const std::string closed_now_ = morning_ ? "1400-2000" : "0200-1000";
};

TEST_F(Windows, ARequestRateIsEnforced) {
    serve_group("Request-rate: 1/10m", "{request_rate: reject}");
    EXPECT_EQ(crawl().status, 200);
    const Response answer = crawl();
    EXPECT_EQ(answer.status, 429);
    const int seconds = std::atoi(answer.header("Retry-After").c_str());
    EXPECT_GE(seconds, 400);
    EXPECT_LE(seconds, 600);
    EXPECT_TRUE(contains(answer.body, "Request-rate: 1/")) << answer.body;
    EXPECT_EQ(crawl("/page", kClaudeBot).status, 200);
    ASSERT_EQ(nginx.violations().size(), 1U);
    EXPECT_TRUE(contains(nginx.violations()[0], "verdict=request_rate"));
}

// As blogs on a large host are served it.
TEST_F(Windows, ADelayAppliesOnlyToTheAgentsAboveIt) {
    policy(R"(
enforce: {crawl_delay: reject, disallow: reject, burst: 0, tolerance: 0%}
sites:
  - host: example.com
    robots_txt: {file: robots.txt}
)");
    nginx.raw_file("robots.txt",
                   "User-agent: IRLbot\nCrawl-delay: 3600\n\n"
                   "User-agent: *\nDisallow: /next/\n");
    serve();
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(crawl("/page", kGptBot).status, 200);
        EXPECT_EQ(crawl("/page", "IRLbot/3.0").status, i == 0 ? 200 : 429);
    }
    EXPECT_EQ(crawl("/next/", kGptBot).status, 403);
    EXPECT_EQ(crawl("/next/", "IRLbot/3.0").status, 403);
}

TEST_F(Windows, ADelayOfMoreThanADayIsEnforced) {
    serve_group("Crawl-delay: 100000",
                "{crawl_delay: reject, burst: 0, tolerance: 0%}");
    EXPECT_EQ(crawl().status, 200);
    const Response answer = crawl();
    EXPECT_EQ(answer.status, 429);
    const int seconds = std::atoi(answer.header("Retry-After").c_str());
    EXPECT_GE(seconds, 99000);
    EXPECT_LE(seconds, 100000);
}

TEST_F(Windows, OutsideItsVisitTimeACrawlerGetsRetryAfter) {
    serve_group("Visit-time: " + closed_now_, "{visit_time: reject}");
    const long before = seconds_until(opens_);
    const Response answer = crawl();
    EXPECT_EQ(answer.status, 429);
    const int seconds = std::atoi(answer.header("Retry-After").c_str());
    EXPECT_LE(seconds, before + 1);
    EXPECT_GE(seconds, seconds_until(opens_) - 1);
    EXPECT_TRUE(contains(answer.body, "Visit-time: " + closed_now_))
        << answer.body;
    EXPECT_EQ(crawl("/robots.txt").status, 200);
    EXPECT_EQ(crawl("/page", kChrome).status, 200);
    ASSERT_EQ(nginx.violations().size(), 1U);
    EXPECT_TRUE(contains(nginx.violations()[0], "verdict=visit_time"));
}

TEST_F(Windows, WithinItsVisitTimeACrawlerPasses) {
    serve_group("Visit-time: " + open_now_, "{visit_time: reject}");
    EXPECT_EQ(crawl().status, 200);
    EXPECT_EQ(crawl().status, 200);
    EXPECT_TRUE(nginx.violations().empty());
}

TEST_F(Windows, KeysOfAGroupAreServedAndEnforced) {
    serve_keys("request_rate: 2/10m, visit_time: " + open_now_, "reject");
    EXPECT_EQ(crawl("/robots.txt").body,
              "User-agent: *\nDisallow: /private\nRequest-rate: 2/600\n"
              "Visit-time: " +
                  open_now_ + "\n");
    EXPECT_EQ(crawl().status, 200);
    EXPECT_EQ(crawl().status, 200);
    EXPECT_EQ(crawl().status, 429);
    ASSERT_EQ(nginx.violations().size(), 1U);
    EXPECT_TRUE(contains(nginx.violations()[0], "verdict=request_rate"));
}

TEST_F(Windows, AWindowOfAKeyIsEnforced) {
    serve_keys("visit_time: " + closed_now_, "reject");
    const Response answer = crawl();
    EXPECT_EQ(answer.status, 429);
    EXPECT_GE(std::atoi(answer.header("Retry-After").c_str()), 60 * 60);
}

TEST_F(Windows, ARateOutsideItsWindowIsNotEnforced) {
    serve_keys("request_rate: 1/10m " + closed_now_, "reject");
    EXPECT_EQ(crawl().status, 200);
    EXPECT_EQ(crawl().status, 200);
}

TEST_F(Windows, AnUnsupportedDirectiveIsOnlyLogged) {
    serve_keys("crawl_delay: 10m", "reject");
    EXPECT_EQ(crawl("/page", kGooglebot).status, 200);
    EXPECT_EQ(crawl("/page", kGooglebot).status, 200);
    EXPECT_EQ(crawl("/page", kGptBot).status, 200);
    EXPECT_EQ(crawl("/page", kGptBot).status, 429);
    ASSERT_EQ(nginx.violations().size(), 2U);
    EXPECT_TRUE(
        contains(nginx.violations()[0], "verdict=crawl_delay action=log"));
}

TEST_F(Windows, AnUnsupportedDirectiveIsEnforcedIfThePolicySaysSo) {
    serve_keys("crawl_delay: 10m",
               "{crawl_delay: reject, unsupported: reject}");
    EXPECT_EQ(crawl("/page", kGooglebot).status, 200);
    EXPECT_EQ(crawl("/page", kGooglebot).status, 429);
}

TEST_F(Windows, LogOnlyLogs) {
    serve_group("Visit-time: " + closed_now_, "log");
    EXPECT_EQ(crawl().status, 200);
    EXPECT_EQ(nginx.violations().size(), 1U);
}

TEST_F(Windows, APathsVerdictComesBeforeAWindows) {
    serve_group("Visit-time: " + closed_now_, "reject");
    EXPECT_EQ(crawl("/private").status, 403);
    EXPECT_EQ(crawl("/page").status, 429);
}

}  // namespace
}  // namespace integration
