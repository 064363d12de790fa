// A request that breaks several rules at once: each of them is somewhere.

#include <cstdlib>

#include "tests/integration/status/status_fixture.hpp"

namespace integration {
namespace {

class ViolationsTest : public StatusTest {
  protected:
    static std::string root() {
        const char* root = std::getenv("ROBOTS_SOURCE");
        return root != nullptr ? root : ".";
    }

    void start(const std::string& enforce) {
        policy("enforce: {" + enforce +
               ", burst: 0, tolerance: 0%}\nsites:\n"
               "  - host: example.com\n"
               "    groups: [{user_agent: '*', disallow: /trap, "
               "crawl_delay: 30s}]\n");
        configure("include " + root() +
                  "/docs/log-format-robots.conf; server { listen "
                  "127.0.0.1:@web@; access_log @prefix@/access.log robots;" +
                  std::string(kToBackend) + "}" + status_server());
        nginx.start();
        nginx.get("http://example.com/", kGptBot);
    }
};

TEST_F(ViolationsTest, ATrapIsSeenThoughTheCrawlerComesTooEarly) {
    start("disallow: log, crawl_delay: reject");
    const Response refused = nginx.get("http://example.com/trap", kGptBot);
    EXPECT_EQ(refused.status, 429);
    EXPECT_TRUE(contains(refused.body,
                         "GPTBot sends requests too often: rule "
                         "\"Crawl-delay: 30\""))
        << refused.body;
    const Json logged = Json::parse(nginx.await_access_log(2).at(1));
    EXPECT_EQ(logged["verdict"], "disallow");
    EXPECT_EQ(logged["violations"], "disallow,crawl_delay");
    EXPECT_EQ(logged["rule"], "Disallow: /trap");
    EXPECT_EQ(logged["action"], "reject");
    EXPECT_EQ(Json::parse(nginx.await_access_log(2).at(0))["violations"], "");
    const std::string line = nginx.violations().at(0);
    EXPECT_TRUE(contains(line, " rule=\"Disallow: /trap\" at=")) << line;
    EXPECT_TRUE(contains(line, " verdict=disallow action=reject ")) << line;
    EXPECT_TRUE(contains(line, " also_crawl_delay=\"Crawl-delay: 30\""))
        << line;
    const Json counts = crawler("GPTBot")["counts"];
    EXPECT_EQ(counts["requests"], 2);
    EXPECT_EQ(counts["verdicts"]["disallow"], 1);
    EXPECT_EQ(counts["verdicts"]["crawl_delay"], 0);
    EXPECT_EQ(counts["broken"]["disallow"], 1);
    EXPECT_EQ(counts["broken"]["crawl_delay"], 1);
    const Json recent = json("view=violations")["last_violations"][0];
    EXPECT_EQ(recent["violations"].dump(), R"(["disallow","crawl_delay"])");
    EXPECT_TRUE(contains(status("format=prometheus"),
                         "violation=\"crawl_delay\"} 1\n"));
}

TEST_F(ViolationsTest, OneViolationHasNoFurtherFields) {
    start("disallow: log, crawl_delay: log");
    nginx.get("http://example.com/a", kGptBot);
    const std::string line = nginx.violations().at(0);
    EXPECT_TRUE(contains(line, " verdict=crawl_delay ")) << line;
    EXPECT_FALSE(contains(line, " also_")) << line;
}

TEST_F(ViolationsTest, ExplainSaysWhatIsNotEnforced) {
    start("disallow: log, crawl_delay: throttle");
    const Json answer = json(
        "view=explain&scheme=http&host=example.com&path=/trap&"
        "user_agent=Googlebot");
    EXPECT_EQ(answer["violations"].dump(), R"(["disallow"])");
    ASSERT_EQ(answer["caps"].size(), 1u) << answer;
    EXPECT_EQ(answer["caps"][0]["text"],
              "only logged: Googlebot documents that it ignores Crawl-delay");
}

}  // namespace
}  // namespace integration
