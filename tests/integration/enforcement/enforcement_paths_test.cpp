// Paths: who is judged, by which group and rule, however the target is spelled
// (RFC 9309 2.2.1, 2.2.2), and what a refusal says.

#include "tests/harness/first_line.hpp"
#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

constexpr std::string_view kPolicy = R"(
enforce: reject
sites:
  - host: example.com
    groups:
      - user_agent: "*"
        disallow: [/private/, "/*?secret="]
        allow: /private/open
      - user_agent: Googlebot
        disallow: /no-google
      - user_agent: curl
        disallow: /no-curl
  - host: other.example
    groups: [{user_agent: "*", disallow: /other}]
)";

class Paths : public RobotsTest {
  protected:
    Paths() { policy(kPolicy); }

    int status(const std::string& path, std::string_view agent = kGptBot) {
        return nginx.get("http://example.com" + path, agent).status;
    }
};

TEST_F(Paths, ARefusalNamesCrawlerFaultLineAndGroup) {
    serve();
    const Response answer = nginx.get("http://example.com/private/x", kGptBot);
    EXPECT_EQ(answer.status, 403);
    EXPECT_EQ(answer.header("Cache-Control"), "no-store");
    EXPECT_TRUE(contains(answer.header("Content-Type"), "text/plain"));
    EXPECT_FALSE(answer.has("Retry-After"));
    EXPECT_EQ(first_line(answer.body),
              "GPTBot may not fetch this URL: rule \"Disallow: /private/\" of "
              "group \"*\" in http://example.com:" +
                  std::to_string(nginx.port()) + "/robots.txt.\n");
}

TEST_F(Paths, ARefusedHeadHasNoBodyAndTheConnectionLives) {
    serve();
    Client client;
    Request request =
        Request("http://example.com/private/x").to(nginx.port()).agent(kGptBot);
    EXPECT_EQ(client.send(request.as("HEAD")).status, 403);
    const Response next = client.send(request.as("GET"));
    EXPECT_EQ(next.status, 403);
    EXPECT_TRUE(next.reused);
}

TEST_F(Paths, ARefusedPostIsReadAndTheConnectionLives) {
    serve();
    const std::string body(300 * 1024, 'x');
    Connection connection(nginx.port());
    connection.send(
        message("POST /private/x HTTP/1.1", "example.com",
                {"User-Agent: " + std::string(kGptBot),
                 "Content-Length: " + std::to_string(body.size())}) +
        body + message("GET /next HTTP/1.1", "example.com"));
    EXPECT_EQ(connection.read().status, 403);
    EXPECT_EQ(connection.read().body, "backend GET /next");
}

TEST_F(Paths, ARefusedPostInChunksLeavesTheConnectionInStep) {
    serve();
    Connection connection(nginx.port());
    connection.send(message("POST /private/x HTTP/1.1", "example.com",
                            {"User-Agent: " + std::string(kGptBot),
                             "Transfer-Encoding: chunked"}) +
                    "5\r\nGET /\r\n0\r\n\r\n" +
                    message("GET /next HTTP/1.1", "example.com"));
    EXPECT_EQ(connection.read().status, 403);
    EXPECT_EQ(connection.read().body, "backend GET /next");
}

TEST_F(Paths, LibrariesAreJudgedOnlyWhereAGroupNamesThem) {
    serve();
    EXPECT_EQ(status("/private/x", "curl/7.88.1"), 200);
    EXPECT_EQ(status("/no-curl", "curl/7.88.1"), 403);
    EXPECT_EQ(status("/private/x", "python-requests/2.31"), 200);
}

TEST_F(Paths, TheWildcardGroupAppliesToUnknownCrawlers) {
    serve();
    for (const char* agent :
         {"ExampleBot/1.0", "Example Crawler (+http://example.net/bot.html)",
          "Mozilla/5.0 (compatible; Example-Crawler/2.1; "
          "+https://example.net)"}) {
        EXPECT_EQ(status("/private/x", agent), 403) << agent;
        EXPECT_EQ(status("/public", agent), 200) << agent;
    }
}

// RFC 9309 2.2.1
TEST_F(Paths, ACrawlersOwnGroupReplacesTheWildcardGroup) {
    serve();
    EXPECT_EQ(status("/private/x", kGooglebot), 200);
    EXPECT_EQ(status("/no-google", kGooglebot), 403);
    EXPECT_EQ(status("/no-google", "googlebot/2.1"), 403);
    EXPECT_EQ(status("/no-google", kGptBot), 200);
}

TEST_F(Paths, RelativesOfACrawlerFallBackToItsGroup) {
    serve();
    EXPECT_EQ(status("/no-google", "Googlebot-Image/1.0"), 403);
    EXPECT_EQ(status("/private/x", "Googlebot-Image/1.0"), 200);
}

TEST_F(Paths, TheWildcardGroupDoesNotApplyToCrawlersThatIgnoreIt) {
    serve();
    EXPECT_EQ(status("/private/x",
                     "AdsBot-Google (+http://www.google.com/adsbot.html)"),
              200);
}

// RFC 9309 2.2.2
TEST_F(Paths, TheLongestMatchDecides) {
    serve();
    EXPECT_EQ(status("/private/open"), 200);
    EXPECT_EQ(status("/private/openly"), 200);
    EXPECT_EQ(status("/private/ope"), 403);
    EXPECT_EQ(status("/private"), 200);
    EXPECT_EQ(status("/page?secret=1"), 403);
    EXPECT_EQ(status("/page?not=secret"), 200);
}

TEST_F(Paths, DoubleSlashesAreAnotherPathIfNotMerged) {
    serve("merge_slashes off; " + std::string(kToBackend));
    EXPECT_EQ(status("//private/x"), 200);
    EXPECT_EQ(status("/private/x"), 403);
}

TEST_F(Paths, TargetsOfManyKilobytesAreJudged) {
    serve("large_client_header_buffers 4 32k; " + std::string(kToBackend));
    const std::string tail(8 * 1024, 'a');
    EXPECT_EQ(status("/private/" + tail), 403);
    EXPECT_EQ(status("/public/" + tail), 200);
    EXPECT_EQ(status("/public/" + tail + "?secret=1"), 403);
    std::string dotted = "/public";
    for (int i = 0; i < 2000; ++i) {
        dotted += "/a/..";
    }
    EXPECT_EQ(status(dotted + "/../private/x"), 403);
}

TEST_F(Paths, RulesOfAnotherHostDoNotApply) {
    serve();
    EXPECT_EQ(nginx.get("http://other.example/private/x", kGptBot).status, 200);
    EXPECT_EQ(nginx.get("http://other.example/other", kGptBot).status, 403);
    EXPECT_EQ(nginx.get("http://unknown.example/other", kGptBot).status, 200);
}

TEST_F(Paths, ThePolicyNamesTheStatus) {
    policy(R"(
enforce: {disallow: reject}
refusal: {status: {disallow: 451}}
sites:
  - host: example.com
    groups: [{user_agent: "*", disallow: /private}]
)");
    serve();
    EXPECT_EQ(status("/private"), 451);
}

TEST_F(Paths, ErrorPagesDoNotReplaceARefusal) {
    nginx.raw_file("html/sorry.html", "sorry");
    serve("root @prefix@/html; error_page 403 =200 /sorry.html; " +
          std::string(kToBackend));
    EXPECT_EQ(status("/private/x"), 403);
}

TEST_F(Paths, LogIsTheDefaultAndOnlyLogs) {
    policy(R"(
sites:
  - host: example.com
    groups: [{user_agent: "*", disallow: /private, crawl_delay: 1h}]
)");
    serve();
    for (int i = 0; i < 3; ++i) {
        const Response answer =
            nginx.get("http://example.com/private", kGptBot);
        EXPECT_EQ(answer.status, 200);
        EXPECT_EQ(answer.body, "backend GET /private");
    }
}

TEST_F(Paths, OffLogsNothing) {
    policy(R"(
enforce: pass
sites:
  - host: example.com
    groups: [{user_agent: "*", disallow: /private, crawl_delay: 1h}]
)");
    serve();
    EXPECT_EQ(status("/private"), 200);
    EXPECT_EQ(status("/private"), 200);
    EXPECT_TRUE(nginx.violations().empty());
}

TEST_F(Paths, LevelsOverrideFieldByField) {
    policy(R"(
enforce: reject
sites:
  - host: example.com
    enforce: {disallow: log}
    groups:
      - {user_agent: "*", disallow: /private}
      - {user_agent: GPTBot, disallow: /private, enforce: reject}
)");
    serve();
    EXPECT_EQ(status("/private", kGptBot), 403);
    EXPECT_EQ(status("/private", kClaudeBot), 200);
}

}  // namespace
}  // namespace integration
