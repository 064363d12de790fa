// `grace`: a stricter robots.txt binds a crawler once it fetched it, or when
// the grace has passed.

#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

class Grace : public RobotsTest {
  protected:
    void write(const std::string& rules, const std::string& grace) {
        policy("enforce: {disallow: reject, crawl_delay: reject, burst: 0" +
               (grace.empty() ? "" : ", grace: " + grace) +
               "}\nsites:\n  - host: example.com\n"
               "    groups: [{user_agent: '*', " +
               rules + "}]\n");
    }

    void start(const std::string& rules, const std::string& grace = "24h") {
        write(rules, grace);
        serve("add_header X-Revision $robots_revision always;" +
              std::string(kToBackend));
    }

    void change(const std::string& rules, const std::string& grace = "24h") {
        write(rules, grace);
        ASSERT_TRUE(nginx.reload());
    }

    Response ask(const std::string& path, std::string_view agent = kGptBot) {
        return nginx.get("http://example.com" + path, agent);
    }

    int status(const std::string& path, std::string_view agent = kGptBot) {
        return ask(path, agent).status;
    }

    // Fetches robots.txt; the revision that it says it is.
    std::string fetch(std::string_view agent = kGptBot) {
        const Response answer = ask("/robots.txt", agent);
        EXPECT_EQ(answer.status, 200);
        return answer.header("X-Revision");
    }

    std::string judged_by(const std::string& path) {
        return ask(path).header("X-Revision");
    }
};

TEST_F(Grace, WithoutGraceAChangeAppliesAtOnce) {
    start("disallow: /a", "0s");
    fetch();
    change("disallow: [/a, /b]", "0s");
    EXPECT_EQ(status("/b"), 403);
}

TEST_F(Grace, AStricterFileAppliesOnceTheCrawlerFetchedIt) {
    start("disallow: /a");
    const std::string first = fetch();
    EXPECT_EQ(fetch(kClaudeBot), first);
    change("disallow: [/a, /b]");
    EXPECT_EQ(status("/a"), 403);
    EXPECT_EQ(status("/b"), 200);
    EXPECT_EQ(judged_by("/b"), first);
    EXPECT_EQ(judged_by("/a"), first);

    const std::string second = fetch();
    EXPECT_NE(second, first);
    EXPECT_EQ(status("/b"), 403);
    EXPECT_EQ(judged_by("/b"), second);
    EXPECT_EQ(status("/b", kClaudeBot), 200) << "it still has the first";
}

TEST_F(Grace, GraceIsADayByDefault) {
    start("disallow: /a", "");
    const std::string first = fetch();
    change("disallow: /", "");
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(status("/page" + std::to_string(i)), 200);
    }
    EXPECT_EQ(judged_by("/b"), first);
    EXPECT_EQ(status("/a"), 403) << "its own copy closes that";
    fetch();
    EXPECT_EQ(status("/b"), 403);
}

TEST_F(Grace, ReloadsKeepFetches) {
    start("disallow: /a");
    fetch();
    change("disallow: [/a, /b]");
    fetch(kClaudeBot);
    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(nginx.reload());
        EXPECT_EQ(status("/b"), 200);
        EXPECT_EQ(status("/b", kClaudeBot), 403);
    }
    change("disallow: [/a, /b, /c]");
    EXPECT_EQ(status("/b"), 200);
    EXPECT_EQ(status("/c"), 200);
    EXPECT_EQ(status("/b", kClaudeBot), 403);
    EXPECT_EQ(status("/c", kClaudeBot), 200);
}

TEST_F(Grace, ABrokenPolicyKeepsFetches) {
    start("disallow: /a");
    fetch();
    change("disallow: [/a, /b]");
    nginx.expect_alarm("policy.yaml");
    nginx.expect_alarm("robots");
    policy("sites: [}\n");
    EXPECT_FALSE(nginx.reload());
    EXPECT_EQ(status("/b"), 200);
    change("disallow: [/a, /b, /c]");
    EXPECT_EQ(status("/b"), 200);
    fetch();
    EXPECT_EQ(status("/b"), 403);
    EXPECT_EQ(status("/c"), 403);
}

// As a rollback to log, and back.
TEST_F(Grace, AReloadWithoutGraceKeepsOlderRevisions) {
    start("disallow: /a");
    fetch();
    change("disallow: [/a, /b]");
    change("disallow: [/a, /b]", "0s");
    EXPECT_EQ(status("/b"), 403);
    change("disallow: [/a, /b]");
    EXPECT_EQ(status("/b"), 200);
}

TEST_F(Grace, ASuspensionIsNoRevisionThatOpens) {
    start("disallow: /a");
    policy("sites: [{host: example.com, suspend: true}]\n");
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(status("/robots.txt"), 503);
    change("disallow: /a");
    EXPECT_EQ(status("/a"), 403);
}

TEST_F(Grace, WhoGot404GoesByThat) {
    start("disallow: /a");
    fetch();
    policy("sites: [{host: example.com, robots_txt: none}]\n");
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(status("/robots.txt"), 404);
    change("disallow: /a");
    EXPECT_EQ(status("/a"), 200);
    fetch();
    EXPECT_EQ(status("/a"), 403);
}

TEST_F(Grace, AMoreLenientFileAppliesAtOnce) {
    start("disallow: [/a, /b]");
    fetch();
    change("disallow: /a");
    EXPECT_EQ(status("/b"), 200);
}

TEST_F(Grace, ALongerDelayAppliesAfterItsFetch) {
    start("crawl_delay: 1s");
    fetch();
    change("crawl_delay: 1h");
    EXPECT_EQ(status("/x"), 200);
    EXPECT_TRUE(await([this] { return status("/x") == 200; }));
    fetch();
    EXPECT_TRUE(await([this] { return status("/x") == 200; }));
    const Response early = ask("/x");
    EXPECT_EQ(early.status, 429);
    EXPECT_GT(std::stoi(early.header("Retry-After")), 3000);
}

// Where requests come from, as realip sees it.
class GraceByNetwork : public Grace {
  protected:
    void start_behind_proxy() {
        write("disallow: /a", "");
        serve("set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;" +
              std::string(kToBackend));
    }

    int status_from(const std::string& address, const std::string& path) {
        return nginx
            .send(Request("http://example.com" + path)
                      .agent(kGptBot)
                      .header("X-Forwarded-For: " + address))
            .status;
    }

    void fetch_from(const std::string& address) {
        EXPECT_EQ(status_from(address, "/robots.txt"), 200);
    }
};

TEST_F(GraceByNetwork, AFetchEndsTheGraceOfItsOwnNetworkOnly) {
    start_behind_proxy();
    fetch_from("192.0.2.1");
    change("disallow: [/a, /b]", "");
    fetch_from("198.51.100.1");
    EXPECT_EQ(status_from("192.0.2.1", "/b"), 200);
    EXPECT_EQ(status_from("192.0.2.200", "/b"), 200) << "one network";
    EXPECT_EQ(status_from("192.0.2.1", "/a"), 403);
    EXPECT_EQ(status_from("198.51.100.1", "/b"), 403);
    EXPECT_EQ(status_from("198.51.100.200", "/b"), 403) << "one network";
    fetch_from("192.0.2.7");
    EXPECT_EQ(status_from("192.0.2.1", "/b"), 403);
}

TEST_F(GraceByNetwork, AFetchFromAnotherNetworkLeavesTheOldestCopy) {
    start_behind_proxy();
    change("disallow: [/a, /b]", "");
    change("disallow: [/a, /b, /c]", "");
    fetch_from("192.0.2.1");
    EXPECT_EQ(status_from("203.0.113.1", "/b"), 200);
    EXPECT_EQ(status_from("203.0.113.1", "/a"), 403);
}

TEST_F(GraceByNetwork, AFetchOfAVerifiedCrawlerCountsForAllNetworks) {
    const std::string crawlers =
        "crawlers:\n  - {token: GPTBot, category: ai-training, "
        "ranges: [192.0.2.0/24, 203.0.113.0/24]}\n";
    const auto policy_with = [&](const std::string& rules) {
        policy(crawlers +
               "enforce: {disallow: reject}\nsites:\n"
               "  - host: example.com\n    groups: [{user_agent: '*', " +
               rules + "}]\n");
    };
    policy_with("disallow: /a");
    serve("set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;" +
          std::string(kToBackend));
    fetch_from("192.0.2.1");
    policy_with("disallow: [/a, /b]");
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(status_from("203.0.113.1", "/b"), 200);
    fetch_from("192.0.2.1");
    EXPECT_EQ(status_from("203.0.113.1", "/b"), 403);
}

TEST_F(Grace, EndsForACrawlerThatNeverFetchesAgain) {
    start("disallow: /a", "2s");
    fetch();
    change("disallow: [/a, /b]", "2s");
    EXPECT_EQ(status("/b"), 200);
    EXPECT_TRUE(await([this] { return status("/b") == 403; }));
}

TEST_F(Grace, AHeadRequestIsNoFetch) {
    start("disallow: /a");
    fetch();
    change("disallow: [/a, /b]");
    EXPECT_EQ(nginx
                  .send(Request("http://example.com/robots.txt")
                            .as("HEAD")
                            .agent(kGptBot))
                  .status,
              200);
    EXPECT_EQ(status("/b"), 200);
}

TEST_F(Grace, ANotModifiedFileCountsAsFetched) {
    start("disallow: /a");
    const std::string etag = ask("/robots.txt", kClaudeBot).header("ETag");
    change("disallow: [/a, /b]");
    change("disallow: /a");
    EXPECT_EQ(nginx
                  .send(Request("http://example.com/robots.txt")
                            .agent(kGptBot)
                            .header("If-None-Match: " + etag))
                  .status,
              304);
    change("disallow: [/a, /b]");
    EXPECT_EQ(status("/b"), 200) << "the file it was told is unchanged";
}

TEST_F(Grace, AnAnswerWithoutTheFileIsNoFetch) {
    start("disallow: /a");
    fetch();
    change("disallow: [/a, /b]");
    const auto fetch_with = [this](const std::string& header) {
        return nginx
            .send(Request("http://example.com/robots.txt")
                      .agent(kGptBot)
                      .header(header))
            .status;
    };
    EXPECT_EQ(fetch_with("If-Match: \"x\""), 412);
    EXPECT_EQ(fetch_with("Range: bytes=100000-"), 416);
    EXPECT_EQ(status("/b"), 200) << "it still has the first";
    EXPECT_EQ(fetch_with("Range: bytes=0-3"), 206);
    EXPECT_EQ(status("/b"), 403);
}

TEST_F(Grace, ABinaryUpgradeKeepsFetches) {
    nginx.daemon = true;
    start("disallow: /a");
    const std::string first = fetch();
    nginx.upgrade();
    change("disallow: [/a, /b]");
    EXPECT_EQ(status("/b"), 200);
    EXPECT_EQ(judged_by("/b"), first);
    fetch();
    EXPECT_EQ(status("/b"), 403);
}

TEST_F(Grace, TheLogNamesTheRevisionThatJudged) {
    start("disallow: /a");
    const std::string first = fetch();
    change("disallow: [/a, /b]");
    EXPECT_EQ(status("/a"), 403);
    const std::vector<std::string> lines = nginx.violations();
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_TRUE(contains(lines.front(), "revision=" + first)) << lines.front();
}

}  // namespace
}  // namespace integration
