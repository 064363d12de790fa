// $robots_* wherever nginx takes a variable, and violations in error_log.

#include <cstdlib>

#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

constexpr std::string_view kPolicy = R"(
enforce: {disallow: reject, crawl_delay: throttle, burst: 0, tolerance: 0%}
sites:
  - host: example.com
    groups:
      - {user_agent: "*", disallow: /private}
      - {user_agent: ClaudeBot, disallow: /none, crawl_delay: 300ms}
      - {user_agent: Googlebot, disallow: /private, enforce: log}
)";

// Everything but $robots_revision and $robots_wait.
constexpr std::string_view kFormat = R"(
    log_format robots escape=json
        '$robots_site|$robots_crawler|$robots_category|$robots_group|'
        '$robots_rule|$robots_verdict|$robots_action|$status';
)";

class Variables : public RobotsTest {
  protected:
    Variables() { policy(kPolicy); }

    void serve_logged(const std::string& server, const std::string& http = "") {
        configure(std::string(kFormat) + http +
                  "server { listen 127.0.0.1:@web@; root @prefix@/html;"
                  "access_log @prefix@/access.log robots;" +
                  server + "}");
        nginx.start();
    }

    // What is logged about one request.
    std::string logged(const std::string& path, std::string_view agent) {
        const std::size_t before = lines_of(nginx.access_log()).size();
        nginx.get("http://example.com" + path, agent);
        const std::vector<std::string> lines =
            nginx.await_access_log(before + 1);
        return lines.size() == before + 1 ? lines.back() : "?";
    }

    // The value of a header that the server adds.
    std::string added(const std::string& path, std::string_view agent,
                      const char* name = "X-Robots") {
        return nginx.get("http://example.com" + path, agent).header(name);
    }
};

TEST_F(Variables, OfEachKindOfRequestInAccessLog) {
    serve_logged(std::string(kToBackend));
    EXPECT_EQ(logged("/page", kGptBot),
              "example.com|GPTBot|ai-training|*||allow|pass|200");
    EXPECT_EQ(logged("/private/x", kGptBot),
              "example.com|GPTBot|ai-training|*|Disallow: /private|disallow|"
              "reject|403");
    EXPECT_EQ(logged("/private/x", kGooglebot),
              "example.com|Googlebot|search|Googlebot|Disallow: /private|"
              "disallow|log|200");
    EXPECT_EQ(logged("/page", kClaudeBot),
              "example.com|ClaudeBot|ai-training|ClaudeBot||allow|pass|200");
    EXPECT_EQ(logged("/page", kClaudeBot),
              "example.com|ClaudeBot|ai-training|ClaudeBot|Crawl-delay: 0.3|"
              "crawl_delay|throttle|200");
    EXPECT_EQ(logged("/page", kChrome), "example.com|||||||200");
    EXPECT_EQ(logged("/page", ""), "example.com|||||||200");
}

TEST_F(Variables, OfARequestForRobotsTxt) {
    serve_logged(std::string(kToBackend));
    EXPECT_EQ(logged("/robots.txt", kChrome), "example.com|||||||200");
    const std::string crawled = logged("/robots.txt", kGptBot);
    EXPECT_EQ(crawled.rfind("example.com|GPTBot|ai-training|", 0), 0U);
    EXPECT_TRUE(contains(crawled, "||||200")) << crawled;
}

TEST_F(Variables, OfAHostThatNoSiteNames) {
    serve_logged(std::string(kToBackend));
    nginx.get("http://unknown.example/page", kGptBot);
    const std::vector<std::string> lines = nginx.await_access_log(1);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0], "|GPTBot|ai-training|||||200");
}

TEST_F(Variables, SurviveInternalRedirects) {
    nginx.raw_file("html/private/index.html", "index");
    nginx.raw_file("html/sorry.html", "sorry");
    serve_logged(
        "error_page 404 /sorry.html;"
        "location / { try_files $uri @app; }"
        "location @app { return 404; }"
        "location /private/ { index index.html; }");
    const std::string verdict =
        "example.com|Googlebot|search|Googlebot|Disallow: /private|disallow|"
        "log|";
    EXPECT_EQ(logged("/private/", kGooglebot), verdict + "200");
    EXPECT_EQ(logged("/private/missing", kGooglebot), verdict + "404");
    EXPECT_EQ(logged("/missing", kGptBot),
              "example.com|GPTBot|ai-training|*||allow|pass|404");
}

TEST_F(Variables, WaitIsInSeconds) {
    serve("add_header X-Robots $robots_wait always;" + std::string(kToBackend));
    EXPECT_EQ(std::atof(added("/page", kClaudeBot).c_str()), 0.0);
    const double wait = std::atof(added("/page", kClaudeBot).c_str());
    EXPECT_GT(wait, 0.0);
    EXPECT_LE(wait, 0.3);
}

TEST_F(Variables, TheRevisionChangesWithThePolicyOnly) {
    serve("add_header X-Robots $robots_revision always;" +
          std::string(kToBackend));
    const std::string revision = added("/page", kChrome);
    EXPECT_FALSE(revision.empty());
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(added("/page", kGptBot), revision);
    policy(R"(
enforce: log
sites:
  - host: example.com
    groups: [{user_agent: "*", disallow: /private}]
)");
    ASSERT_TRUE(nginx.reload());
    EXPECT_NE(added("/page", kGptBot), revision);
}

TEST_F(Variables, InAddHeaderOnARefusal) {
    serve("add_header X-Robots \"$robots_group; $robots_rule\" always;" +
          std::string(kToBackend));
    EXPECT_EQ(added("/private", kGptBot), "*; Disallow: /private");
    EXPECT_EQ(added("/page", kGptBot), "*; ");
}

TEST_F(Variables, InMapAndConditionalLogging) {
    serve_logged("access_log @prefix@/access.log robots if=$ai;" +
                     std::string(kToBackend),
                 "map $robots_category $ai { default 0; ai-training 1; }");
    // The server has two access_log directives; one has the condition.
    nginx.get("http://example.com/page", kGooglebot);
    nginx.get("http://example.com/page", kGptBot);
    EXPECT_EQ(nginx.await_access_log(3).size(), 3U);
}

TEST_F(Variables, InLimitReqZoneOnlyCrawlersAreLimited) {
    configure(
        "limit_req_zone $robots_crawler zone=crawlers:64k rate=1r/m;"
        "server { listen 127.0.0.1:@web@; limit_req zone=crawlers;" +
        std::string(kToBackend) + "}");
    nginx.start();
    const auto status = [&](std::string_view agent) {
        return nginx.get("http://example.com/page", agent).status;
    };
    EXPECT_EQ(status(kGptBot), 200);
    EXPECT_EQ(status(kGptBot), 503);
    EXPECT_EQ(status(kGooglebot), 200);
    EXPECT_EQ(status(kChrome), 200);
    EXPECT_EQ(status(kChrome), 200);
}

TEST_F(Variables, InUpstreamHeaders) {
    serve(
        "proxy_set_header X-Crawler $robots_crawler;"
        "location / { proxy_pass "
        "http://127.0.0.1:@backend@/crawler-header; }");
    EXPECT_EQ(nginx.get("http://example.com/page", kGptBot).body, "GPTBot");
    EXPECT_EQ(nginx.get("http://example.com/page", kChrome).body, "");
}

TEST_F(Variables, WithEnforcementOffTheyStillNameTheCrawler) {
    serve(
        "robots_enforce off;"
        "add_header X-Robots $robots_site/$robots_crawler always;" +
        std::string(kToBackend));
    EXPECT_EQ(added("/private", kGptBot), "example.com/GPTBot");
    EXPECT_EQ(added("/private", kChrome), "example.com/");
    EXPECT_TRUE(nginx.violations().empty());
}

TEST_F(Variables, AReturnBeforeEnforcementChargesNoBudget) {
    policy(R"(
enforce: {crawl_delay: reject, burst: 0}
sites:
  - host: example.com
    groups: [{user_agent: "*", crawl_delay: 1h}]
)");
    serve("location = /early { return 200 $robots_crawler$robots_verdict; }" +
          std::string(kToBackend));
    const auto get = [&](const std::string& path) {
        return nginx.get("http://example.com" + path, kGptBot);
    };
    EXPECT_EQ(get("/early").body.substr(0, 6), "GPTBot");
    EXPECT_EQ(get("/early").status, 200);
    EXPECT_EQ(get("/page").status, 200);
    EXPECT_EQ(get("/page").status, 429);
}

TEST_F(Variables, ReadBeforeEnforcementTheyAreCorrectAfterIt) {
    serve_logged("set $early $robots_crawler/$robots_verdict/$robots_action;" +
                 std::string(kToBackend));
    EXPECT_EQ(logged("/page", kClaudeBot),
              "example.com|ClaudeBot|ai-training|ClaudeBot||allow|pass|200");
    EXPECT_EQ(logged("/page", kClaudeBot),
              "example.com|ClaudeBot|ai-training|ClaudeBot|Crawl-delay: 0.3|"
              "crawl_delay|throttle|200");
    EXPECT_EQ(nginx.violations().size(), 1U);
}

TEST_F(Variables, InIf) {
    serve("if ($robots_crawler = GPTBot) { return 402; }" +
          std::string(kToBackend));
    EXPECT_EQ(nginx.get("http://example.com/page", kGptBot).status, 402);
    EXPECT_EQ(nginx.get("http://example.com/page", kGooglebot).status, 200);
    EXPECT_EQ(nginx.get("http://example.com/robots.txt", kGptBot).status, 200);
}

// A graver rule whose action is `pass` does not hide it.
TEST_F(Variables, InIfTheVerdictIsThatOfEnforcement) {
    policy(R"(
enforce: {impostor: pass, disallow: reject}
crawlers: [{token: ImpBot, match: "ImpBot/", ranges: [192.0.2.0/24]}]
default: {groups: [{user_agent: "*", disallow: /}]}
)");
    serve("if ($robots_verdict = disallow) { return 402; }" +
          std::string(kToBackend));
    EXPECT_EQ(nginx.get("http://example.com/page", "ImpBot/1").status, 402);
}

class ViolationLog : public Variables {
  protected:
    // The module's part of the only violation's line, up to what nginx adds.
    std::string only_line() {
        const std::vector<std::string> lines = nginx.violations();
        EXPECT_EQ(lines.size(), 1U);
        if (lines.empty()) {
            return {};
        }
        const std::size_t at = lines[0].find("robots: ");
        return lines[0].substr(at, lines[0].find(", client: ") - at);
    }
};

TEST_F(ViolationLog, HasOneLineWithEveryField) {
    serve();
    nginx.get("http://example.com/private/x?y", kGooglebot);
    const std::string line = only_line();
    EXPECT_EQ(line.rfind("robots: crawler=Googlebot ", 0), 0U) << line;
    for (const char* field :
         {" group=Googlebot ", " rule=\"Disallow: /private\" ",
          " verdict=disallow ", " action=log ", " site=example.com ",
          " host=example.com ", " uri=\"/private/x?y\""}) {
        EXPECT_TRUE(contains(line, field)) << field << " in " << line;
    }
    EXPECT_TRUE(contains(nginx.violations()[0], "[notice]"));
    EXPECT_TRUE(contains(nginx.violations()[0], ", client: 127.0.0.1"));
}

TEST_F(ViolationLog, OfAThrottledAndARefusedRequest) {
    serve();
    nginx.get("http://example.com/page", kClaudeBot);
    nginx.get("http://example.com/page", kClaudeBot);
    std::string line = only_line();
    EXPECT_TRUE(contains(line, " verdict=crawl_delay action=throttle "))
        << line;
    nginx.get("http://example.com/private", kGptBot);
    ASSERT_EQ(nginx.violations().size(), 2U);
    line = nginx.violations()[1];
    EXPECT_TRUE(contains(line, " verdict=disallow action=reject ")) << line;
}

TEST_F(ViolationLog, TextFromClientsIsEscaped) {
    serve();
    Connection connection(nginx.port());
    connection.send(message(
        "GET /private/\"\\\x80\xFFx\"action=pass?%0a HTTP/1.1", "example.com",
        {"User-Agent: GPTBot/1 \"\\\x1b[31m\x80 crawler=x\" robots: "
         "crawler="}));
    EXPECT_EQ(connection.read().status, 403);
    const std::string line = only_line();
    for (const char octet : line) {
        EXPECT_TRUE(octet >= 0x20 && octet < 0x7f) << line;
    }
    EXPECT_FALSE(contains(line, "\"action=pass")) << line;
    EXPECT_TRUE(contains(line, "\\x80\\xFF") || contains(line, "\\x80\\xff"))
        << line;
}

TEST_F(ViolationLog, LongTargetsAreCut) {
    serve("large_client_header_buffers 4 32k; " + std::string(kToBackend));
    nginx.get("http://example.com/private/" + std::string(8000, 'a'), kGptBot);
    EXPECT_LT(only_line().size(), 1024U);
    EXPECT_TRUE(contains(only_line(), " uri=\"/private/aaa"));
}

TEST_F(ViolationLog, TheLocationSetsTheLevel) {
    serve(
        "robots_log_level warn;"
        "location / { proxy_pass http://127.0.0.1:@backend@; }"
        "location /private/quiet { robots_log_level info;"
        "  proxy_pass http://127.0.0.1:@backend@; }");
    nginx.get("http://example.com/private/quiet", kGooglebot);
    nginx.get("http://example.com/private/x", kGooglebot);
    EXPECT_TRUE(contains(only_line(), "uri=\"/private/x\""));
    EXPECT_TRUE(contains(nginx.violations()[0], "[warn]"));
}

TEST_F(ViolationLog, DelayedAndRefusedRequestsAreLoggedOnce) {
    serve();
    for (int i = 0; i < 3; ++i) {
        nginx.get("http://example.com/page", kClaudeBot);
    }
    EXPECT_EQ(nginx.violations().size(), 2U);
}

}  // namespace
}  // namespace integration
