// $robots_* of requests that were answered without being judged: what is not
// judged does not look judged.

#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

constexpr std::string_view kUnjudgedPolicy = R"(
enforce: {disallow: reject}
sites:
  - host: example.com
    groups: [{user_agent: "*", disallow: /private}]
)";

class Unjudged : public RobotsTest {
  protected:
    Unjudged() { policy(kUnjudgedPolicy); }

    void serve_logged(const std::string& server) {
        configure(
            "log_format robots escape=json"
            "  '$robots_site|$robots_crawler|$robots_category|$robots_group|'"
            "  '$robots_rule|$robots_verdict|$robots_action|$robots_wait|'"
            "  '$status';"
            "server { listen 127.0.0.1:@web@;"
            "  access_log @prefix@/access.log robots;" +
            server + "}");
        nginx.start();
    }

    // What is logged about one request.
    std::string logged(const std::string& path, std::string_view agent) {
        nginx.get("http://example.com" + path, agent);
        return next_line();
    }

    // The same of one whose response is not looked at.
    std::string logged_of(const std::string& sent) {
        Connection connection(nginx.port());
        connection.send(sent).rest();
        return next_line();
    }

    std::string next_line() {
        const std::vector<std::string> lines =
            nginx.await_access_log(++logged_);
        return lines.size() == logged_ ? lines.back() : "?";
    }

    std::string body(const std::string& path) {
        return nginx.get("http://example.com" + path, kGptBot).body;
    }

    // A line about a request of GPTBot that was not judged.
    static std::string unjudged(const std::string& status) {
        return "example.com|GPTBot|ai-training|*|||||" + status;
    }

    static constexpr const char* kClosed = "/private/x";
    static constexpr const char* kAllowed =
        "example.com|GPTBot|ai-training|*||allow|pass|0.000|200";

  private:
    std::size_t logged_ = 0;
};

TEST_F(Unjudged, AnswersOfReturnAndRewriteHaveNoVerdict) {
    serve_logged(
        "location /moved { return 301 /page; }"
        "location /private { return 302 /page; }"
        "location /text { return 200 x; }"
        "location /gone { return 410; }"
        "location /rewritten { rewrite ^ /page permanent; }" +
        std::string(kToBackend));
    EXPECT_EQ(logged("/moved", kGptBot), unjudged("301"));
    EXPECT_EQ(logged(kClosed, kGptBot), unjudged("302"));
    EXPECT_EQ(logged("/text", kGptBot), unjudged("200"));
    EXPECT_EQ(logged("/gone", kGptBot), unjudged("410"));
    EXPECT_EQ(logged("/rewritten", kGptBot), unjudged("301"));
    EXPECT_EQ(logged("/page", kGptBot), kAllowed);
    EXPECT_EQ(logged("/moved", kChrome), "example.com||||||||301");
}

TEST_F(Unjudged, AConnectionClosedWithoutAnswerHasNoVerdict) {
    serve_logged("location /private { return 444; }" + std::string(kToBackend));
    EXPECT_EQ(logged_of(message("GET /private/x HTTP/1.1", "example.com",
                                {"User-Agent: " + std::string(kGptBot)})),
              unjudged("444"));
}

TEST_F(Unjudged, PostActionIsNotRefusedAfterAnAnswerWithoutVerdict) {
    configure(
        "log_format told '$status $robots_verdict $upstream_status';"
        "server { listen 127.0.0.1:@web@;"
        "  access_log @prefix@/access.log told;"
        "  location /private { return 200 x; post_action /done; }"
        "  location = /done { proxy_pass http://127.0.0.1:@backend@; } }");
    nginx.start();
    EXPECT_EQ(nginx.get("http://example.com/private/x", kGptBot).status, 200);
    EXPECT_EQ(nginx.await_access_log(1), std::vector<std::string>{"200 - 200"});
    EXPECT_TRUE(nginx.violations().empty());
}

TEST_F(Unjudged, RefusalsOfNginxHaveNoVerdict) {
    serve_logged(std::string(kToBackend));
    EXPECT_EQ(logged_of(message("GET /private/x HTTP/1.1", "example.com",
                                {"User-Agent: " + std::string(kGptBot),
                                 "Content-Length: x"})),
              unjudged("400"));
}

TEST_F(Unjudged, WithEnforcementOffTheLogHasNoVerdict) {
    serve_logged("robots_enforce off;" + std::string(kToBackend));
    EXPECT_EQ(logged(kClosed, kGptBot), unjudged("200"));
    EXPECT_EQ(logged("/page", kGptBot), unjudged("200"));
}

TEST_F(Unjudged, WithEnforcementOffTheBackendGetsTheVerdict) {
    serve(
        "robots_enforce off;"
        "proxy_set_header X-Crawler $robots_verdict;"
        "location / { proxy_pass "
        "http://127.0.0.1:@backend@/crawler-header; }");
    EXPECT_EQ(body("/private"), "disallow");
}

TEST_F(Unjudged, BeforeTheResponseTheVerdictIsWhatTheRulesSay) {
    serve(
        "location = /verdict { return 200 $robots_verdict/$robots_action; }"
        "location /private { return 200 $robots_verdict; }" +
        std::string(kToBackend));
    EXPECT_EQ(body("/verdict"), "allow/pass");
    EXPECT_EQ(body("/private"), "disallow");
}

TEST_F(Unjudged, AViolationThatAnIfHasReadIsLoggedWithoutAnAction) {
    serve_logged(
        "if ($robots_verdict = disallow) { return 404; }"
        "location /moved { return 301 /page; }" +
        std::string(kToBackend));
    EXPECT_EQ(logged(kClosed, kGptBot),
              "example.com|GPTBot|ai-training|*|Disallow: /private|disallow|"
              "||404");
    // It has read here too, but what is allowed was not answered for that.
    EXPECT_EQ(logged("/moved", kGptBot), unjudged("301"));
    EXPECT_EQ(logged("/page", kGptBot), kAllowed);
}

TEST_F(Unjudged, AnUnjudgedRequestHasTheRevisionOfItsSite) {
    serve(
        "add_header X-Robots $robots_revision always;"
        "location /moved { return 301 /page; }" +
        std::string(kToBackend));
    const auto revision = [&](const std::string& path) {
        return nginx.get("http://example.com" + path, kGptBot)
            .header("X-Robots");
    };
    EXPECT_NE(revision("/page"), "");
    EXPECT_EQ(revision("/moved"), revision("/page"));
}

}  // namespace
}  // namespace integration
