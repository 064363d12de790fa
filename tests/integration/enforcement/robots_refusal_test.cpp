// robots_refusal: a location of nginx.conf answers refused requests.

#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

constexpr char kFormat[] =
    "log_format said '$status|$robots_action|$robots_verdict|$robots_rule';";
constexpr char kSaid[] =
    "location @refused { add_header Cache-Control no-store always;"
    " return 451 \"$robots_crawler $robots_action $robots_verdict "
    "$robots_rule $robots_group\"; }";

class RobotsRefusal : public RobotsTest {
  protected:
    RobotsRefusal() {
        policy(
            "enforce: {disallow: reject, crawl_delay: reject, impostor: pass, "
            "burst: 0}\nsites:\n  - host: example.com\n"
            "    groups: [{user_agent: '*', disallow: /private, crawl_delay: "
            "1h}]\n");
    }

    void start(const std::string& server) {
        configure(std::string(kFormat) +
                  "server { listen 127.0.0.1:@web@; "
                  "access_log @prefix@/access.log said; " +
                  server + std::string(kToBackend) + "}");
        nginx.start();
    }

    Response ask(const std::string& path = "/private",
                 std::string_view agent = kGptBot) {
        return nginx.get("http://example.com" + path, agent);
    }

    // Why nginx -t refuses a server with `server` in it.
    std::string problem(const std::string& server,
                        const std::string& http = {}) {
        configure(http + "server { listen 127.0.0.1:@web@; " + server + "}");
        const Outcome outcome = nginx.test();
        EXPECT_NE(outcome.status, 0);
        return outcome.output;
    }
};

TEST_F(RobotsRefusal, TheLocationAnswersAndKnowsWhy) {
    start("robots_refusal @refused; " + std::string(kSaid));
    const Response answer = ask();
    EXPECT_EQ(answer.status, 451);
    EXPECT_EQ(answer.body, "GPTBot reject disallow Disallow: /private *");
    EXPECT_FALSE(answer.has("Retry-After"));
    EXPECT_EQ(nginx.await_access_log(1).at(0),
              "451|reject|disallow|Disallow: /private");
    ASSERT_EQ(nginx.violations().size(), 1U);
    EXPECT_TRUE(contains(nginx.violations()[0], " action=reject "));
    EXPECT_EQ(ask("/private", kChrome).status, 200);
}

TEST_F(RobotsRefusal, TheStatusViewDoesNotClaimAStatus) {
    start(
        "robots_refusal @refused; location = /status { robots_status any; } "
        "location = /private/own { robots_refusal off; } " +
        std::string(kSaid));
    ask();
    EXPECT_EQ(ask("/private/own").status, 403);
    const std::string last =
        nginx.get("http://example.com/status?format=json&view=violations").body;
    EXPECT_TRUE(contains(last, "\"path\":\"/private\""));
    EXPECT_TRUE(contains(last, "\"status\":null"));
    EXPECT_TRUE(contains(last, "\"status\":403"));
}

// As docs/directives.md shows it.
TEST_F(RobotsRefusal, AServiceSaysWhoHasPaid) {
    if (!nginx_has("--with-http_auth_request_module")) {
        GTEST_SKIP() << "needs auth_request";
    }
    start(
        "robots_refusal @refused; location @refused { auth_request /paid; "
        "proxy_pass http://127.0.0.1:@backend@; } location = /paid { internal; "
        "set $who $robots_crawler$robots_identity$request_uri; "
        "if ($who = GPTBotunverifiable/private/paid) { return 204; } "
        "return 403; }");
    EXPECT_EQ(ask("/private/paid").status, 200);
    EXPECT_EQ(ask("/private/other").status, 403);
    EXPECT_EQ(nginx.violations().size(), 2U);
}

// The hour's budget would refuse the second request.
TEST_F(RobotsRefusal, IsJudgedAndChargedOnce) {
    start("robots_refusal @refused; " + std::string(kSaid));
    ask();
    EXPECT_EQ(ask("/page").status, 200);
    EXPECT_EQ(ask("/page").status, 451);
    EXPECT_EQ(nginx.violations().size(), 2U);
}

TEST_F(RobotsRefusal, WhatErrorPageLeadsToIsNotJudgedAgain) {
    start(
        "robots_refusal @refused; error_page 403 /page; "
        "location @refused { return 403; }");
    EXPECT_EQ(ask().status, 403);
    EXPECT_EQ(nginx.violations().size(), 1U);
    EXPECT_EQ(ask("/page").status, 200) << "nothing was charged";
}

TEST_F(RobotsRefusal, ALoopOfErrorPagesEnds) {
    start(
        "robots_refusal @refused; error_page 403 @refused; "
        "recursive_error_pages on; location @refused { return 403; }");
    EXPECT_GE(ask().status, 403);
    EXPECT_EQ(nginx.violations().size(), 1U);
}

TEST_F(RobotsRefusal, BehindAnErrorPageTheLocationHasItsOwnStatus) {
    start(
        "robots_refusal @refused; error_page 418 =200 /app;"
        "location /private { return 418; }" +
        std::string(kSaid));
    EXPECT_EQ(ask().status, 451);
    EXPECT_EQ(ask("/private", kChrome).status, 200);
}

TEST_F(RobotsRefusal, AProxyGetsTheRequestWithItsBody) {
    start(
        "robots_refusal @gateway; location @gateway { "
        "proxy_set_header X-Rule $robots_rule;"
        "proxy_pass http://127.0.0.1:@backend@; }");
    Client client;
    for (const char* method : {"PUT", "GET", "HEAD"}) {
        Request request("http://example.com/private?q=1");
        request.as(method).agent(kGptBot).to(nginx.port());
        if (request.method == "PUT") {
            request.posting(std::string(20000, 'x'));
        }
        const Response answer = client.send(request);
        EXPECT_EQ(answer.status, 200) << method;
        EXPECT_EQ(answer.body,
                  request.method == "HEAD"
                      ? ""
                      : "backend " + request.method + " /private?q=1");
    }
}

TEST_F(RobotsRefusal, TheConnectionLivesOn) {
    start("robots_refusal @refused; " + std::string(kSaid));
    Connection connection(nginx.port());
    const std::string agent = "User-Agent: " + std::string(kGptBot);
    for (int i = 0; i < 2; ++i) {
        connection.send(message("POST /private HTTP/1.1", "example.com",
                                {agent, "Content-Length: 5"}) +
                        "hello");
        EXPECT_EQ(connection.read().status, 451);
        connection.send(
            message("HEAD /private HTTP/1.1", "example.com", {agent}));
        EXPECT_EQ(connection.read_bodiless().status, 451);
    }
}

TEST_F(RobotsRefusal, ARequestThatWaitedIsSentThereToo) {
    policy(
        "enforce: {crawl_delay: throttle, disallow: reject, max_wait: 1s, "
        "burst: 0}\nsites:\n  - host: example.com\n"
        "    groups: [{user_agent: '*', crawl_delay: 1h}]\n");
    start("robots_refusal @refused; " + std::string(kSaid));
    EXPECT_EQ(ask("/").status, 200);
    EXPECT_EQ(ask("/").status, 451);
}

TEST_F(RobotsRefusal, ALocationMayHaveItsOwnOrNone) {
    start(
        "robots_refusal @refused; location @other { return 410; }"
        "location /private/a { robots_refusal @other; }"
        "location /private/b { robots_refusal off; }" +
        std::string(kSaid));
    EXPECT_EQ(ask("/private/a").status, 410);
    EXPECT_EQ(ask("/private/b").status, 403);
    EXPECT_EQ(ask("/private/c").status, 451);
}

TEST_F(RobotsRefusal, ItsPageIsNotUnderTheLicense) {
    policy(
        "enforce: {disallow: reject}\nsites:\n  - host: example.com\n"
        "    license: https://example.com/license.xml\n"
        "    license_link: true\n"
        "    groups: [{user_agent: '*', disallow: /private}]\n");
    start("robots_refusal @refused; location @refused { return 200 refused; }");
    const Response refused = ask();
    EXPECT_EQ(refused.body, "refused");
    EXPECT_FALSE(refused.has("Link"));
    EXPECT_TRUE(ask("/page").has("Link"));
}

TEST_F(RobotsRefusal, UnderLogNothingGoesThere) {
    start("robots_enforce log; robots_refusal @refused; " + std::string(kSaid));
    EXPECT_EQ(ask().status, 200);
}

TEST_F(RobotsRefusal, AMissingLocationIsAnError) {
    const std::string direct = problem("robots_refusal @gone;");
    EXPECT_TRUE(contains(direct, "\"robots_refusal\" in ")) << direct;
    EXPECT_TRUE(contains(direct, "names \"@gone\", and the server in "))
        << direct;
    EXPECT_TRUE(contains(direct,
                         "add \"location @gone { ... }\" to the "
                         "server"))
        << direct;
    EXPECT_TRUE(contains(problem("location / {}", "robots_refusal @gone;"),
                         "names \"@gone\""));
    EXPECT_TRUE(contains(
        problem("location / { location /a { robots_refusal @gone; } }"),
        "names \"@gone\""));
    EXPECT_TRUE(
        contains(problem("location / { try_files /x @b; } location @b { "
                         "robots_refusal @gone; }"),
                 "names \"@gone\""));
}

TEST_F(RobotsRefusal, AServerWithoutRobotsNeedsNoLocation) {
    configure(
        "robots_refusal @refused;"
        "server { listen 127.0.0.1:@web@; robots off; }"
        "server { listen 127.0.0.1:@other@; " +
        std::string(kSaid) + "}");
    const Outcome outcome = nginx.test();
    // The backend is a server of the fixture, with `robots off`, too.
    EXPECT_EQ(outcome.status, 0) << outcome.output;
}

TEST_F(RobotsRefusal, ANameBeginsWithItsSign) {
    for (const char* bad : {"refused", "@", "\"\"", "on"}) {
        const std::string text =
            problem("robots_refusal " + std::string(bad) + ";");
        EXPECT_TRUE(contains(text,
                             "write the name of a location, such as "
                             "@refused, or off"))
            << text;
    }
    EXPECT_TRUE(contains(problem("robots_refusal off; robots_refusal @a;"),
                         "\"robots_refusal\" directive is duplicate"));
}

}  // namespace
}  // namespace integration
