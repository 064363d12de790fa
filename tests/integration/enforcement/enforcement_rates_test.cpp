// Crawl-delay as a budget: who shares one, what it costs, when it refuses, and
// how long it delays.

#include <cstdlib>

#include "tests/harness/first_line.hpp"
#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

class Rates : public RobotsTest {
  protected:
    // One site, one group for all, with a crawl-delay and an enforcement.
    void delay(const std::string& crawl_delay, const std::string& enforce) {
        policy("enforce: " + enforce + R"(
sites:
  - host: [example.com, www.example.com]
    groups:
      - user_agent: "*"
        disallow: /private
        crawl_delay: )" +
               crawl_delay + R"(
  - host: other.example
    groups:
      - user_agent: "*"
        disallow: /private
        crawl_delay: )" +
               crawl_delay + "\n");
    }

    int status(std::string_view agent = kGptBot,
               const std::string& url = "http://example.com/page") {
        return nginx.get(url, agent).status;
    }

    // From an address, as realip sees it.
    int status_from(const std::string& address) {
        return nginx
            .send(Request("http://example.com/page")
                      .agent(kGptBot)
                      .header("X-Forwarded-For: " + address))
            .status;
    }
};

constexpr const char* kReject =
    "{crawl_delay: reject, disallow: reject, burst: 0, tolerance: 10%}";
constexpr const char* kRealIp =
    "set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For; "
    "location / { proxy_pass http://127.0.0.1:@backend@; }";

TEST_F(Rates, ARequestThatComesTooSoonIs429WithRetryAfter) {
    delay("60s", kReject);
    serve();
    EXPECT_EQ(status(), 200);
    const Response answer = nginx.get("http://example.com/page", kGptBot);
    EXPECT_EQ(answer.status, 429);
    const int seconds = std::atoi(answer.header("Retry-After").c_str());
    EXPECT_GE(seconds, 40);
    EXPECT_LE(seconds, 60);
    EXPECT_EQ(answer.header("Cache-Control"), "no-store");
    EXPECT_EQ(first_line(answer.body),
              "GPTBot sends requests too often: rule \"Crawl-delay: 60\" of "
              "group \"*\" in http://example.com:" +
                  std::to_string(nginx.port()) + "/robots.txt.\n");
    EXPECT_TRUE(contains(
        answer.body, ", again in " + answer.header("Retry-After") + " s.\n"))
        << answer.body;
}

TEST_F(Rates, RetryAfterIsAtLeastASecond) {
    delay("400ms", kReject);
    serve();
    status();
    const Response answer = nginx.get("http://example.com/page", kGptBot);
    EXPECT_EQ(answer.status, 429);
    EXPECT_EQ(answer.header("Retry-After"), "1");
}

TEST_F(Rates, EachCrawlerHasABudgetOfItsOwn) {
    delay("60s", kReject);
    serve();
    EXPECT_EQ(status(kGptBot), 200);
    EXPECT_EQ(status(kClaudeBot), 200);
    EXPECT_EQ(status("ExampleBot/1.0"), 200);
    EXPECT_EQ(status("AnotherBot/1.0"), 200);
    EXPECT_EQ(status(kGptBot), 429);
    EXPECT_EQ(status(kClaudeBot), 429);
    EXPECT_EQ(status("ExampleBot/1.1"), 429)
        << "the version makes no other crawler";
    EXPECT_EQ(status(kChrome), 200);
    EXPECT_EQ(status(kChrome), 200);
}

// c36bot once shared the budget of c31bot.
TEST_F(Rates, UnknownCrawlersHaveABudgetEach) {
    delay("1h", kReject);
    serve();
    const auto agent = [](int number) {
        return 'c' + std::to_string(number) + "bot/1.0";
    };
    for (int i = 0; i < 400; ++i) {
        EXPECT_EQ(status(agent(i)), 200) << agent(i);
    }
    for (int i = 0; i < 400; ++i) {
        EXPECT_EQ(status(agent(i)), 429) << agent(i);
    }
}

TEST_F(Rates, InventedNamesOfANetworkShareALimit) {
    delay("1h", kReject);
    serve();
    int passed = 0;
    for (int i = 0; i < 1500; ++i) {
        passed += status("Made-" + std::to_string(i) + "Bot/1.0") == 200;
    }
    EXPECT_EQ(passed, 1024 + 1) << "a tenth of 1h is one of 1h / 16";
    EXPECT_EQ(status(kGptBot), 200) << "a crawler of the catalogue";
    EXPECT_EQ(status(kChrome), 200);
}

TEST_F(Rates, EachSiteHasABudgetOfItsOwn) {
    delay("60s", kReject);
    serve();
    EXPECT_EQ(status(kGptBot, "http://example.com/"), 200);
    EXPECT_EQ(status(kGptBot, "http://other.example/"), 200);
    EXPECT_EQ(status(kGptBot, "http://www.example.com/"), 429)
        << "two names of one site share its budget";
}

TEST_F(Rates, ACrawlersAddressesShareItsBudget) {
    delay("60s", kReject);
    serve(kRealIp);
    EXPECT_EQ(status_from("192.0.2.1"), 200);
    EXPECT_EQ(status_from("198.51.100.1"), 429);
}

TEST_F(Rates, ABudgetPerAddress) {
    delay("60s", "{crawl_delay: reject, rate_per: address, burst: 0}");
    serve(kRealIp);
    EXPECT_EQ(status_from("192.0.2.1"), 200);
    EXPECT_EQ(status_from("192.0.2.2"), 200);
    EXPECT_EQ(status_from("2001:db8::1"), 200);
    EXPECT_EQ(status_from("2001:db8::2"), 200);
    EXPECT_EQ(status_from("192.0.2.1"), 429);
    EXPECT_EQ(status_from("2001:db8::2"), 429);
}

TEST_F(Rates, ABudgetPerSubnet) {
    delay("60s", "{crawl_delay: reject, rate_per: subnet, burst: 0}");
    serve(kRealIp);
    EXPECT_EQ(status_from("192.0.2.1"), 200);
    EXPECT_EQ(status_from("192.0.2.200"), 429);
    EXPECT_EQ(status_from("192.0.3.1"), 200);
    EXPECT_EQ(status_from("2001:db8:1:100::1"), 200);
    EXPECT_EQ(status_from("2001:db8:1:1ff::2"), 429) << "one /56";
    EXPECT_EQ(status_from("2001:db8:1:200::1"), 200);
}

TEST_F(Rates, ABurstPassesEarly) {
    delay("60s", "{crawl_delay: reject, burst: 2, tolerance: 10%}");
    serve();
    EXPECT_EQ(status(), 200);
    EXPECT_EQ(status(), 200);
    EXPECT_EQ(status(), 200);
    EXPECT_EQ(status(), 429);
}

TEST_F(Rates, RefusedRequestsCostNoBudget) {
    delay("800ms", "{crawl_delay: reject, burst: 0, tolerance: 0%}");
    serve();
    const Stopwatch watch;
    EXPECT_EQ(status(), 200);
    const Stopwatch since_first;
    Milliseconds last_refusal{0};
    EXPECT_TRUE(await([&] {
        const Milliseconds now = since_first.elapsed();
        const bool passed = status() == 200;
        last_refusal = passed ? last_refusal : now;
        return passed;
    }));
    EXPECT_GE(watch.elapsed(), 750ms);
    EXPECT_LE(last_refusal, 800ms)
        << "what was refused meanwhile must not postpone the next";
}

TEST_F(Rates, RefusedPathsCostNoBudget) {
    delay("60s", kReject);
    serve();
    EXPECT_EQ(status(kGptBot, "http://example.com/private"), 403);
    EXPECT_EQ(status(kGptBot, "http://example.com/private"), 403);
    EXPECT_EQ(status(), 200);
    EXPECT_EQ(status(kGptBot, "http://example.com/private"), 403)
        << "a path's verdict stands before a rate's";
}

TEST_F(Rates, RobotsTxtCostsNoBudgetAndNeedsNone) {
    delay("60s", kReject);
    serve();
    constexpr const char* kRobots = "http://example.com/robots.txt";
    EXPECT_EQ(status(kGptBot, kRobots), 200);
    EXPECT_EQ(status(), 200);
    EXPECT_EQ(status(kGptBot, kRobots), 200);
    EXPECT_EQ(status(kGptBot, kRobots), 200);
}

TEST_F(Rates, LogNeitherDelaysNorRefuses) {
    delay("60s", "{crawl_delay: log, burst: 0}");
    serve();
    for (int i = 0; i < 3; ++i) {
        const Response answer = nginx.get("http://example.com/page", kGptBot);
        EXPECT_EQ(answer.status, 200);
        EXPECT_LT(answer.took, scaled(1s));
    }
    EXPECT_EQ(nginx.violations().size(), 2U);
}

TEST_F(Rates, ThrottleDelaysARequestUntilItIsDue) {
    delay("400ms", "{crawl_delay: throttle, burst: 0, tolerance: 0%}");
    serve();
    const Stopwatch watch;
    EXPECT_EQ(nginx.get("http://example.com/page", kGptBot).status, 200);
    const Response second = nginx.get("http://example.com/page", kGptBot);
    EXPECT_EQ(second.status, 200);
    EXPECT_EQ(second.body, "backend GET /page");
    EXPECT_GE(watch.elapsed(), 380ms);
    EXPECT_EQ(nginx.get("http://example.com/page", kGptBot).status, 200);
    EXPECT_GE(watch.elapsed(), 780ms);
    EXPECT_LT(watch.elapsed(), scaled(3s));
}

TEST_F(Rates, ToleranceForgivesJitter) {
    delay("2s", "{crawl_delay: throttle, burst: 0, tolerance: 90%}");
    serve();
    EXPECT_EQ(status(), 200);
    const Response second = nginx.get("http://example.com/page", kGptBot);
    EXPECT_EQ(second.status, 200);
    for (const std::string& line : nginx.violations()) {
        EXPECT_TRUE(contains(line, " wait=0.")) << line;
    }
}

TEST_F(Rates, ThrottlePastMaxWaitIs429) {
    delay("60s", "{crawl_delay: throttle, max_wait: 2s, burst: 0}");
    serve();
    EXPECT_EQ(status(), 200);
    const Response answer = nginx.get("http://example.com/page", kGptBot);
    EXPECT_EQ(answer.status, 429);
    EXPECT_GE(std::atoi(answer.header("Retry-After").c_str()), 40);
    EXPECT_LT(answer.took, scaled(1s));
}

TEST_F(Rates, AThrottledPathPassesOncePerCrawlDelay) {
    delay("400ms",
          "{disallow: throttle, crawl_delay: pass, burst: 0, tolerance: 0%}");
    serve();
    const Stopwatch watch;
    EXPECT_EQ(status(kGptBot, "http://example.com/private"), 200);
    EXPECT_EQ(status(kGptBot, "http://example.com/private"), 200);
    EXPECT_GE(watch.elapsed(), 380ms);
}

TEST_F(Rates, AThrottledPathWithoutCrawlDelayPassesOncePerTenSeconds) {
    policy(R"(
enforce: {disallow: throttle, max_wait: 1s, burst: 0}
sites:
  - host: example.com
    groups: [{user_agent: "*", disallow: /private}]
)");
    serve();
    EXPECT_EQ(status(kGptBot, "http://example.com/private"), 200);
    const Response second = nginx.get("http://example.com/private", kGptBot);
    EXPECT_EQ(second.status, 429);
    const int seconds = std::atoi(second.header("Retry-After").c_str());
    EXPECT_GE(seconds, 7);
    EXPECT_LE(seconds, 10);
}

TEST_F(Rates, WorkersShareBudgets) {
    delay("60s", kReject);
    nginx.workers = 3;
    serve("location / { empty_gif; }");
    int passed = 0;
    for (int i = 0; i < 40; ++i) {
        passed += status() == 200 ? 1 : 0;
    }
    EXPECT_EQ(passed, 1);
}

}  // namespace
}  // namespace integration
