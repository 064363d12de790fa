// Budgets that crawlers share.

#include <cstdlib>

#include "tests/harness/cut_off_server.hpp"
#include "tests/harness/first_line.hpp"
#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

class Budgets : public RobotsTest {
  protected:
    // One budget of all AI crawlers on two sites, and what is done about it.
    void share(const std::string& rate, const std::string& enforce,
               const std::string& server = "location / { empty_gif; }") {
        policy("enforce: {" + enforce +
               "}\n"
               "budgets: {ai: {category: ai-training, request_rate: " +
               rate +
               "}}\n"
               "sites: [{host: example.com}, {host: example.net}]\n");
        serve(
            "add_header X-Verdict $robots_verdict always;"
            "add_header X-Would $robots_would always;"
            "add_header X-Rule $robots_rule always;"
            "location = /status { robots_status any; }" +
            server);
    }

    Response ask(std::string_view agent,
                 const std::string& host = "example.com") {
        return nginx.get("http://" + host + "/page", agent);
    }
};

TEST_F(Budgets, AllCrawlersOfACategoryShareOneOnAllSites) {
    share("2/1h", "budget: reject");
    EXPECT_EQ(ask(kGptBot).status, 200);
    EXPECT_EQ(ask(kClaudeBot, "example.net").status, 200);
    const Response refused = ask(kGptBot);
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(refused.header("X-Verdict"), "budget");
    EXPECT_EQ(refused.header("X-Rule"), "budget ai: 2/3600");
    EXPECT_EQ(first_line(refused.body),
              "GPTBot sends requests too often: it shares the budget \"ai\" of "
              "2 requests in 3600 s with other crawlers.\n");
    const int wait = std::atoi(refused.header("Retry-After").c_str());
    EXPECT_GE(wait, 1700);
    EXPECT_LE(wait, 1800);
    EXPECT_EQ(ask(kClaudeBot, "example.net").status, 429);
    EXPECT_EQ(ask(kGooglebot).status, 200) << "it is in no budget";
    EXPECT_EQ(ask(kChrome).status, 200);
    EXPECT_FALSE(contains(
        nginx.get("http://example.com/robots.txt", kGptBot).body, "3600"));

    ASSERT_EQ(nginx.violations().size(), 2U);
    const std::string line = nginx.violations()[0];
    EXPECT_TRUE(contains(line, "rule=\"budget ai: 2/3600\" at=")) << line;
    EXPECT_TRUE(contains(line,
                         "policy.yaml:3:11 verdict=budget "
                         "action=reject would=reject "))
        << line;
    EXPECT_TRUE(
        contains(nginx.get("http://example.com/status?format=prometheus").body,
                 "verdict=\"budget\",action=\"reject\",would=\"reject\"} 1\n"));
    EXPECT_TRUE(
        contains(nginx.get("http://example.com/status?format=json").body,
                 "\"budget\":2"));
}

TEST_F(Budgets, RobotsEnforceLogShowsWhatItWouldDo) {
    share("1/1h", "budget: reject",
          "location / { robots_enforce log; empty_gif; }");
    ask(kGptBot);
    const Response logged = ask(kClaudeBot);
    EXPECT_EQ(logged.status, 200);
    EXPECT_EQ(logged.header("X-Would"), "reject");
    ASSERT_EQ(nginx.violations().size(), 1U);
    EXPECT_TRUE(contains(nginx.violations()[0],
                         "verdict=budget action=log would=reject"));
}

TEST_F(Budgets, AThrottledRequestWaitsForThoseOfOthers) {
    share("1/1s", "budget: throttle");
    EXPECT_EQ(ask(kGptBot).status, 200);
    const Stopwatch watch;
    EXPECT_EQ(ask(kClaudeBot).status, 200);
    EXPECT_GE(watch.elapsed(), 500ms);
}

TEST_F(Budgets, WorkersAndReloadsShareOne) {
    nginx.workers = 2;
    share("6/1h", "budget: reject");
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(ask(kGptBot).status, 200);
        EXPECT_EQ(ask(kClaudeBot).status, 200);
        ASSERT_TRUE(nginx.reload());
    }
    EXPECT_EQ(ask(kGptBot).status, 429);
    EXPECT_EQ(ask(kClaudeBot).status, 429);
}

TEST_F(Budgets, WhileAnotherWaitsNobodyHasMoreThanHalf) {
    share("4/4s", "budget: reject");
    while (ask(kGptBot).status == 200) {
    }
    EXPECT_EQ(ask(kClaudeBot).status, 429) << "from now on it waits";
    int passed = 0;
    // Whoever floods does not keep the other out.
    EXPECT_TRUE(await([&] {
        ask(kGptBot);
        passed += ask(kClaudeBot).status == 200 ? 1 : 0;
        return passed == 2;
    }));
}

TEST_F(Budgets, AGroupAndASiteTakeThemselvesOut) {
    policy(R"(
enforce: {budget: reject}
budgets: {ai: {category: ai-training, request_rate: 1/1h}}
sites:
  - host: example.com
    groups: [{user_agent: ClaudeBot, enforce: {budget: pass}}]
  - host: example.net
    budgets: {ai: null}
)");
    serve("location / { empty_gif; }");
    EXPECT_EQ(ask(kGptBot).status, 200);
    EXPECT_EQ(ask(kGptBot).status, 429);
    EXPECT_EQ(ask(kClaudeBot).status, 200);
    EXPECT_EQ(ask(kGptBot, "example.net").status, 200);
}

class TimeBudgets : public Budgets {
  protected:
    // Pages whose upstream takes kSlow, files, and what enforcement says.
    void share_time(const std::string& time, const std::string& action,
                    const std::string& locations = "") {
        policy("enforce: {budget: " + action +
               "}\n"
               "budgets: {ai: {category: ai-training, upstream_time: " +
               time +
               "}}\n"
               "sites: [{host: example.com}]\n");
        const std::string slow =
            "proxy_pass http://127.0.0.1:" + std::to_string(slow_.port()) + ";";
        serve(
            "add_header X-Rule $robots_rule always;"
            "location / { " +
            slow +
            " }"
            "location = /file { empty_gif; }"
            "location = /moved { rewrite ^ /elsewhere last; }" +
            locations);
    }
    Response get(const std::string& path, std::string_view agent = kGptBot) {
        return nginx.get("http://example.com" + path, agent);
    }

    static constexpr Milliseconds kSlow{300};
    CutOffServer slow_{"HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\nslow",
                       kSlow};
};

TEST_F(TimeBudgets, TheNextRequestPaysForTheOneBefore) {
    share_time("1s/1h", "reject");
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(get("/file").status, 200) << "files cost nothing";
    }
    EXPECT_EQ(get("/page").status, 200);
    const Response refused = get("/page", kClaudeBot);
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(refused.header("X-Rule"), "budget ai: upstream_time 1s/3600s");
    EXPECT_EQ(first_line(refused.body),
              "ClaudeBot takes too much time of this server: it shares the "
              "budget \"ai\" of 1 s in 3600 s with other crawlers.\n");
    // 0.3 s of 1 s an hour last 18 minutes, of which 6 are forgiven.
    const int wait = std::atoi(refused.header("Retry-After").c_str());
    EXPECT_GE(wait, 12 * 60);
    EXPECT_LE(wait, 25 * 60);
    EXPECT_EQ(get("/file", kClaudeBot).status, 429) << "as long as it is owed";
    EXPECT_EQ(get("/page", kGooglebot).status, 200);
    EXPECT_EQ(get("/page", kChrome).status, 200);
    ASSERT_EQ(nginx.violations().size(), 2U);
    EXPECT_TRUE(contains(nginx.violations()[0],
                         "rule=\"budget ai: upstream_time 1s/3600s\""));
}

TEST_F(TimeBudgets, InternalRedirectsAndSubrequestsPayOnce) {
    share_time("6s/1m", "throttle",
               "location = /auth { internal; proxy_pass http://127.0.0.1:" +
                   std::to_string(slow_.port()) +
                   "; }"
                   "location = /guarded { auth_request /auth; empty_gif; }");
    EXPECT_EQ(get("/moved").status, 200);
    // It owes 3 s, and 6 are forgiven; twice the price would delay the next.
    const Stopwatch one;
    EXPECT_EQ(get("/guarded").status, 200);
    EXPECT_EQ(get("/file").status, 200);
    EXPECT_LT(one.elapsed(), 2s);
    EXPECT_TRUE(nginx.violations().empty());
}

TEST_F(TimeBudgets, WhoLeavesPaysForWhatUpstreamsDid) {
    share_time("1s/1h", "reject");
    Connection leaver(nginx.port());
    leaver.send("GET /page HTTP/1.1\r\nHost: example.com\r\nUser-Agent: " +
                std::string(kGptBot) + "\r\n\r\n");
    // By then the upstream has worked for 0.2 s, of which 0.1 are forgiven.
    const Stopwatch work;
    ASSERT_TRUE(await([&] { return work.elapsed() >= 200ms; }));
    leaver.close();
    EXPECT_TRUE(await([this] { return get("/file").status == 429; }));
}

TEST_F(TimeBudgets, ThrottledRequestsWaitAndReloadsKeepTheDebt) {
    nginx.workers = 2;
    share_time("1s/8s", "throttle");
    const Stopwatch watch;
    EXPECT_EQ(get("/page").status, 200);
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(get("/file", kClaudeBot).status, 200);
    EXPECT_GE(watch.elapsed(), 1500ms) << "2.4 s are owed, 0.8 s are forgiven";
    EXPECT_EQ(nginx.violations().size(), 1U);
}

TEST_F(TimeBudgets, RobotsEnforceLogShowsWhatItWouldDo) {
    share_time("1s/1h", "reject",
               "location = /logged { robots_enforce log; empty_gif; }");
    EXPECT_EQ(get("/page").status, 200);
    EXPECT_EQ(get("/logged").status, 200);
    ASSERT_EQ(nginx.violations().size(), 1U);
    EXPECT_TRUE(contains(nginx.violations()[0],
                         "verdict=budget action=log would=reject"));
}

}  // namespace
}  // namespace integration
