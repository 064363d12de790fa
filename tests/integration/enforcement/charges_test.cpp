// What a request costs: redirects give their charge back, and of a HEAD and its
// GET one is charged.

#include "tests/harness/http2_connection.hpp"
#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

class Charges : public RobotsTest {
  protected:
    // A site with one group for all.
    void pace(const std::string& group, const std::string& action = "reject") {
        policy("enforce: {crawl_delay: " + action +
               ", request_rate: " + action +
               ", disallow: reject, burst: 0, tolerance: 0%, max_wait: 5s}\n"
               "sites:\n"
               "  - host: example.com\n"
               "    groups: [{user_agent: '*', disallow: /private, " +
               group + "}]\n");
    }

    // A server whose upstream answers /301 with 301, and so on, /go with 302.
    void serve_redirects(const std::string& more = "") {
        std::string upstream;
        std::string passed;
        for (const char* code :
             {"200", "204", "301", "302", "303", "304", "307", "308", "404"}) {
            const bool redirects = code[0] == '3' && code[2] != '4';
            upstream += "location = /" + std::string(code) + " { return " +
                        code + (redirects ? " /page" : "") + "; }\n";
            passed += "location = /" + std::string(code) +
                      " { proxy_pass http://127.0.0.1:@codes@; }\n";
        }
        configure("server { listen 127.0.0.1:@web@;\n" + more +
                  std::string(kToBackend) + passed +
                  "}\n"
                  "server { listen 127.0.0.1:@codes@; robots off;\n" +
                  upstream + "}\n");
        nginx.start();
    }

    int status(const std::string& path, const std::string& method = "GET",
               std::string_view agent = kGptBot) {
        return nginx
            .send(Request("http://example.com" + path).as(method).agent(agent))
            .status;
    }
};

TEST_F(Charges, EachRedirectGetsItsChargeBack) {
    pace("crawl_delay: 1h");
    serve_redirects();
    for (const char* code : {"301", "302", "303", "307", "308"}) {
        EXPECT_EQ(status("/" + std::string(code)), std::atoi(code));
    }
    EXPECT_EQ(status("/page"), 200);
    EXPECT_EQ(status("/302"), 429) << "what is not due redirects nobody";
    EXPECT_EQ(status("/page"), 429);
}

TEST_F(Charges, OtherResponsesKeepTheirCharge) {
    for (const char* code : {"200", "204", "304", "404"}) {
        pace("crawl_delay: 1h");
        serve_redirects();
        EXPECT_EQ(status("/" + std::string(code)), std::atoi(code));
        EXPECT_EQ(status("/page"), 429) << code;
        nginx.stop();
    }
}

TEST_F(Charges, ATargetAndItsChainOfRedirectsAreOneRequest) {
    pace("crawl_delay: 1h");
    serve_redirects();
    Connection connection(nginx.port());
    for (const char* target : {"/301", "/307", "/go"}) {
        connection.send(message("GET " + std::string(target) + " HTTP/1.1",
                                "example.com",
                                {"User-Agent: " + std::string(kGptBot)}));
        EXPECT_GE(connection.read().status, 300) << target;
    }
    EXPECT_EQ(status("/page"), 200);
    EXPECT_EQ(status("/page"), 429);
}

TEST_F(Charges, RedirectsOverHttp2GetTheirChargeBack) {
    pace("crawl_delay: 1h");
    serve_redirects("listen 127.0.0.1:@h2@ http2;");
    Http2Connection connection(nginx.port("h2"));
    const auto ask = [&connection](const std::string& path) {
        return connection
            .send({{":method", "GET"},
                   {":scheme", "http"},
                   {":authority", "example.com"},
                   {":path", path},
                   {"user-agent", std::string(kGptBot)}})
            .status;
    };
    EXPECT_EQ(ask("/go"), 302);
    EXPECT_EQ(ask("/308"), 308);
    EXPECT_EQ(ask("/page"), 200);
    EXPECT_EQ(ask("/page"), 429);
}

TEST_F(Charges, ARedirectGetsAllItsChargesBack) {
    pace("crawl_delay: 1h, request_rate: [2/1h, 3/2h]");
    serve_redirects();
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(status("/go"), 302);
    }
    EXPECT_EQ(status("/page"), 200);
    EXPECT_EQ(status("/page"), 429);
}

TEST_F(Charges, ADelayedRedirectGetsItsChargeBack) {
    pace("crawl_delay: 1s", "throttle");
    serve_redirects();
    EXPECT_EQ(status("/page"), 200);
    const Response delayed = nginx.get("http://example.com/go", kGptBot);
    EXPECT_EQ(delayed.status, 302);
    EXPECT_GE(delayed.took, 700ms);
    EXPECT_LT(nginx.get("http://example.com/page", kGptBot).took, 700ms);
}

TEST_F(Charges, ARefusedOrLoggedRequestGetsNothingBack) {
    pace("crawl_delay: 1h", "log");
    serve_redirects();
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(status("/page"), 200);
        EXPECT_EQ(status("/go"), 302) << "logged, and not charged";
    }
    EXPECT_EQ(nginx.violations().size(), 5U);
}

TEST_F(Charges, ARefusedRedirectGetsNothingBack) {
    pace("crawl_delay: 1h");
    serve_redirects();
    EXPECT_EQ(status("/page"), 200);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(status("/go"), 429);
    }
    EXPECT_EQ(status("/page"), 429);
}

TEST_F(Charges, AHeadAndItsGetAreOneRequest) {
    pace("crawl_delay: 1s");
    serve();
    const auto pair = [this] {
        EXPECT_EQ(status("/page", "HEAD"), 200);
        EXPECT_EQ(status("/page"), 200);
    };
    pair();
    EXPECT_EQ(status("/page"), 429) << "one GET for each HEAD";
    EXPECT_TRUE(await([this] { return status("/page", "HEAD") == 200; }));
    EXPECT_EQ(status("/page"), 200);
}

TEST_F(Charges, AGetNeedsAHeadOfTheSameTargetByTheSameCrawler) {
    pace("crawl_delay: 1h");
    serve();
    EXPECT_EQ(status("/page", "HEAD"), 200);
    EXPECT_EQ(status("/other"), 429);
    EXPECT_EQ(status("/page?x"), 429);
    EXPECT_EQ(status("/page", "GET", kClaudeBot), 200) << "its own budget";
    EXPECT_EQ(status("/page", "GET", kClaudeBot), 429) << "not its HEAD";
    EXPECT_EQ(status("/page", "HEAD"), 429) << "a HEAD needs a charge";
    EXPECT_EQ(status("/page", "POST"), 429);
    EXPECT_EQ(status("/page"), 200);
}

TEST_F(Charges, ADelayedHeadAndItsGetAreOneRequest) {
    pace("crawl_delay: 1s, request_rate: 1/1s", "throttle");
    serve();
    EXPECT_EQ(status("/first"), 200);
    EXPECT_EQ(status("/page", "HEAD"), 200);
    EXPECT_EQ(nginx.violations().size(), 1U) << "it is delayed";
    EXPECT_EQ(status("/page"), 200);
    EXPECT_EQ(nginx.violations().size(), 1U) << "its GET is not";
}

TEST_F(Charges, ARedirectedHeadLeavesNoPass) {
    pace("crawl_delay: 1h");
    serve_redirects();
    EXPECT_EQ(status("/go", "HEAD"), 302);
    EXPECT_EQ(status("/go"), 302);
    EXPECT_EQ(status("/page", "HEAD"), 200);
    EXPECT_EQ(status("/page"), 200);
    EXPECT_EQ(status("/go"), 429);
}

}  // namespace
}  // namespace integration
