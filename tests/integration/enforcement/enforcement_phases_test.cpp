// Enforcement among nginx's phases and other modules: once per request, main
// requests only, whatever happens to the request afterwards.

#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

constexpr std::string_view kOnce = R"(
enforce: {disallow: reject, crawl_delay: reject, burst: 0}
sites:
  - host: example.com
    groups: [{user_agent: "*", disallow: /private, crawl_delay: 1h}]
)";

class Phases : public RobotsTest {
  protected:
    Phases() {
        policy(kOnce);
        nginx.raw_file("html/index.html", "index");
        nginx.raw_file("html/private/inside.html", "inside");
        nginx.raw_file("html/ssi.html",
                       "<!--#include virtual=\"/private/inside.html\" -->|"
                       "<!--#include virtual=\"/index.html\" -->");
    }

    void serve_files(const std::string& server) {
        serve("root @prefix@/html; default_type text/html; " + server);
    }

    Response crawl(const std::string& path) {
        return nginx.get("http://example.com" + path, kGptBot);
    }

    // A request that was judged twice would be refused: the delay is an hour.
    void expect_judged_once(const std::string& path, int status = 200) {
        const std::size_t logged = nginx.violations().size();
        EXPECT_EQ(crawl(path).status, status);
        EXPECT_EQ(nginx.violations().size(), logged);
        EXPECT_EQ(crawl(path).status, 429) << "and it was judged";
    }
};

TEST_F(Phases, ADeadUpstreamDoesNotMatterToARefusal) {
    serve_files("location / { proxy_pass http://127.0.0.1:@nobody_listens@; }");
    EXPECT_EQ(crawl("/private").status, 403);
    EXPECT_EQ(crawl("/page").status, 502);
}

TEST_F(Phases, ARefusalDoesNotAskAuthRequest) {
    serve_files(
        "location / { auth_request /auth; empty_gif; }"
        "location /auth { internal; "
        "  proxy_pass http://127.0.0.1:@backend@/refuse; }");
    EXPECT_TRUE(contains(crawl("/private").body, "GPTBot"));
}

TEST_F(Phases, ServerSideIncludesAreNotJudged) {
    serve_files("ssi on;");
    const Response page = crawl("/ssi.html");
    EXPECT_EQ(page.status, 200);
    EXPECT_EQ(page.body, "inside|index");
    EXPECT_TRUE(nginx.violations().empty());
}

TEST_F(Phases, SatisfyAnyDoesNotBypassEnforcement) {
    serve_files("location / { satisfy any; allow all; empty_gif; }");
    EXPECT_EQ(crawl("/private").status, 403);
    expect_judged_once("/page");
}

TEST_F(Phases, APassingRequestStillNeedsAccess) {
    serve_files("location / { satisfy any; deny all; empty_gif; }");
    const Response answer = crawl("/page");
    EXPECT_EQ(answer.status, 403);
    EXPECT_FALSE(contains(answer.body, "GPTBot"));
}

// A rewrite changes what nginx serves, not what the crawler asked for.
TEST_F(Phases, ARewrittenRequestIsJudgedByTheTargetAsSent) {
    serve_files(
        "rewrite ^/old/(.*)$ /private/$1 last;"
        "rewrite ^/private/moved$ /index.html last;"
        "location / { empty_gif; }");
    EXPECT_EQ(crawl("/private/moved").status, 403);
    expect_judged_once("/old/page");
}

TEST_F(Phases, ARewriteInALocationIsJudgedToo) {
    serve_files(
        "location /private/ { rewrite ^ /index.html last; }"
        "location /broken-off/ { rewrite ^ /index.html break; }");
    EXPECT_EQ(crawl("/private/x").status, 403);
    expect_judged_once("/broken-off/x");
}

TEST_F(Phases, AFrontControllerIsJudgedByTheTargetAsSent) {
    serve_files(
        "location / { try_files $uri /index.php; }"
        "location = /index.php { empty_gif; }");
    EXPECT_EQ(crawl("/private/page").status, 403);
    expect_judged_once("/blog/page");
}

TEST_F(Phases, RobotsEnforceOffJudgesNothing) {
    serve_files(
        "location / { empty_gif; }"
        "location /private/assets { robots_enforce off; empty_gif; }");
    EXPECT_EQ(crawl("/private/assets/a.css").status, 200);
    EXPECT_EQ(crawl("/private/assets/a.css").status, 200);
    EXPECT_TRUE(nginx.violations().empty());
    EXPECT_EQ(crawl("/private/page").status, 403);
    expect_judged_once("/page");
}

TEST_F(Phases, RobotsEnforceLogCapsEveryAction) {
    serve_files(
        "robots_enforce log;"
        "location / { empty_gif; }"
        "location /private/delayed { robots_enforce on; empty_gif; }");
    EXPECT_EQ(crawl("/private/page").status, 200);
    EXPECT_EQ(crawl("/private/page").status, 200);
    for (const std::string& line : nginx.violations()) {
        EXPECT_TRUE(contains(line, "action=log")) << line;
    }
    EXPECT_GE(nginx.violations().size(), 2U);
    EXPECT_EQ(crawl("/private/delayed").status, 403);
}

TEST_F(Phases, RobotsEnforceOffInAServerStillServesRobotsTxt) {
    serve_files("robots_enforce off; location / { empty_gif; }");
    EXPECT_EQ(crawl("/private").status, 200);
    EXPECT_TRUE(contains(crawl("/robots.txt").body, "Disallow: /private\n"));
}

TEST_F(Phases, RobotsOffInAServerJudgesNothing) {
    serve_files("robots off; location / { empty_gif; }");
    EXPECT_EQ(crawl("/private").status, 200);
    EXPECT_EQ(crawl("/robots.txt").body.substr(0, 3), "GIF");
}

}  // namespace
}  // namespace integration
