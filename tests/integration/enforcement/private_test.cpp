// A private group is enforced in place of what robots.txt says, and no crawler
// can see it.

#include "tests/harness/first_line.hpp"
#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

constexpr const char* kPartner = "PartnerBot/1.0";
constexpr const char* kOther = "Mozilla/5.0 (compatible; OtherBot/1.0)";

class PrivateTest : public RobotsTest {
  protected:
    void start(const std::string& keys = "") {
        policy(
            "enforce: {disallow: reject, crawl_delay: reject, burst: 0, "
            "tolerance: 0%}\nsites:\n"
            "  - host: example.com\n" +
            keys +
            "    groups:\n"
            "      - {user_agent: \"*\", disallow: /, crawl_delay: 1h}\n"
            "      - {user_agent: PartnerBot, private: true, "
            "disallow: /hidden/, crawl_delay: 30m, refusal: {status: "
            "{disallow: 402}, price: USD 7}}\n");
        configure(
            "log_format groups '$robots_group|$robots_rule|$robots_verdict';"
            "server { listen 127.0.0.1:@web@; access_log @prefix@/access.log "
            "groups; " +
            std::string(kToBackend) + "}");
        nginx.start();
    }
    Response ask(const std::string& path, const char* agent) {
        return nginx.get("http://example.com" + path, agent);
    }
};

TEST_F(PrivateTest, APartnerPassesWhereOthersAreRefused) {
    start();
    EXPECT_EQ(ask("/page", kPartner).status, 200);
    EXPECT_EQ(ask("/page", kOther).status, 403);
    EXPECT_EQ(ask("/hidden/x", kPartner).status, 402);
    const auto lines = nginx.await_access_log(3);
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0], "PartnerBot|-|allow");
    EXPECT_EQ(lines[1], "*|Disallow: /|disallow");
    EXPECT_EQ(lines[2], "PartnerBot|Disallow: /hidden/|disallow");
    EXPECT_TRUE(contains(nginx.violations().at(1), "group=PartnerBot "));
}

TEST_F(PrivateTest, NeitherRobotsTxtNorARefusalShowsIt) {
    start();
    for (const char* agent : {kPartner, kOther}) {
        EXPECT_EQ(ask("/robots.txt", agent).body,
                  "User-agent: *\nDisallow: /\nCrawl-delay: 3600\n");
    }
    EXPECT_EQ(first_line(ask("/hidden/x", kPartner).body),
              "PartnerBot may not fetch this URL.\n");
    EXPECT_EQ(ask("/page", kPartner).status, 200);
    const Response early = ask("/page", kPartner);
    EXPECT_EQ(early.status, 429);
    EXPECT_EQ(first_line(early.body), "PartnerBot sends requests too often.\n");
}

TEST_F(PrivateTest, ProgramsAreShownNoMore) {
    start("    refusal: {rate_limit: true}\n");
    const auto as_json = [this](const std::string& path) {
        return nginx.send(Request("http://example.com" + path)
                              .agent(kPartner)
                              .header("Accept: application/problem+json"));
    };
    const Response closed = as_json("/hidden/x");
    EXPECT_EQ(closed.status, 402);
    EXPECT_FALSE(closed.has("crawler-price"));
    EXPECT_FALSE(contains(closed.body, "USD")) << closed.body;
    EXPECT_EQ(closed.header("Content-Type"), "application/problem+json");
    EXPECT_TRUE(contains(closed.body, "\"crawler\":\"PartnerBot\""));
    EXPECT_FALSE(contains(closed.body, "Disallow")) << closed.body;
    EXPECT_FALSE(contains(closed.body, "\"group\"")) << closed.body;
    EXPECT_EQ(as_json("/page").status, 200);
    const Response early = as_json("/page");
    EXPECT_EQ(early.status, 429);
    EXPECT_FALSE(contains(early.body, "Crawl-delay")) << early.body;
    EXPECT_EQ(early.header("RateLimit"), "");
}

TEST_F(PrivateTest, AnOwnTextDoesNotShowItEither) {
    start("    refusal: {text: \"${crawler}|${rule}|\"}\n");
    EXPECT_EQ(ask("/hidden/x", kPartner).body, "PartnerBot||\n");
    EXPECT_EQ(ask("/hidden/x", kOther).body, "OtherBot|Disallow: /|\n");
}

}  // namespace
}  // namespace integration
