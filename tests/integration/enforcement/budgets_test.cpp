// Budgets that crawlers share.

#include <cstdlib>

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

}  // namespace
}  // namespace integration
