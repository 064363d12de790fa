// Requests that their senders have signed, sent to a real nginx (RFC 9421, Web
// Bot Auth).

#include "tests/harness/costly_signatures.hpp"
#include "tests/harness/http2_connection.hpp"
#include "tests/integration/identity/signature_fixture.hpp"

namespace integration {
namespace {

using Signatures = SignatureTest;

TEST_F(Signatures, ABrowsersHeaderIsTheSignersRequest) {
    start();
    const Response open = nginx.send(request());
    EXPECT_EQ(open.status, 200);
    EXPECT_EQ(open.header("X-Crawler"), "SignBot");
    EXPECT_EQ(open.header("X-Identity"), "verified");
    EXPECT_EQ(open.header("X-Signature"), "verified");
    const Response closed = nginx.send(request("/closed"));
    EXPECT_EQ(closed.status, 403);
    EXPECT_EQ(closed.header("X-Signature"), "verified");
    const std::vector<std::string> lines = nginx.violations();
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_TRUE(contains(lines[0], " crawler=SignBot ")) << lines[0];
    EXPECT_TRUE(contains(lines[0], " identity=verified ")) << lines[0];
    EXPECT_TRUE(contains(lines[0], " signature=verified")) << lines[0];
}

TEST_F(Signatures, ABrowserIsABrowser) {
    start();
    const Response answer =
        nginx.send(Request("http://example.com/closed").agent(kChrome));
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("X-Signature"), "");
    EXPECT_EQ(answer.header("X-Crawler"), "");
}

TEST_F(Signatures, AnAddressDoesNotMatterToAKey) {
    start();
    // 127.0.0.1 is in no range of SignBot.
    const auto as_bot = [](Request asked) {
        asked.headers.erase(asked.headers.begin());
        return asked.agent("SignBot/1.0");
    };
    EXPECT_EQ(nginx.send(as_bot(request())).header("X-Identity"), "verified");
    const Response refused = nginx.send(Request("http://example.com/page")
                                            .agent("SignBot/1.0")
                                            .header("Signature-Input: ("));
    EXPECT_EQ(refused.header("X-Signature"), "malformed");
    EXPECT_EQ(refused.header("X-Identity"), "impostor");
    EXPECT_EQ(refused.status, 403);
}

TEST_F(Signatures, AnotherCrawlersKeyProvesNothing) {
    start();
    Request asked = request();
    asked.headers.erase(asked.headers.begin());
    const Response answer = nginx.send(asked.agent("OtherBot/1.0"));
    EXPECT_EQ(answer.header("X-Crawler"), "OtherBot");
    EXPECT_EQ(answer.header("X-Signature"), "unknown_key");
    EXPECT_EQ(answer.header("X-Identity"), "unverifiable");
    EXPECT_EQ(answer.status, 403);
}

TEST_F(Signatures, SaysWhatIsWrong) {
    start();
    EXPECT_EQ(result(request()), "verified");
    Request elsewhere = request();
    elsewhere.url = "http://b.example/page";
    EXPECT_EQ(result(elsewhere), "invalid");
    signing.key_id = other.thumbprint();
    EXPECT_EQ(result(request()), "invalid");
    signing.key_id = "AAAA";
    EXPECT_EQ(result(request()), "unknown_key");
    signing.key_id = agent.thumbprint();
    signing.created -= 1000;
    signing.expires -= 1000;
    EXPECT_EQ(result(request()), "expired");
    signing.tag = "other";
    EXPECT_EQ(result(request()), "");
    EXPECT_EQ(result(Request("http://example.com/page")
                         .agent(kChrome)
                         .header("Signature: " + signing.signature(agent))),
              "");
    EXPECT_EQ(result(Request("http://example.com/page")
                         .agent(kChrome)
                         .header("Signature-Input: (")),
              "malformed");
}

TEST_F(Signatures, CoverMethodTargetAndHeadersAsTheyWereSent) {
    start();
    signing.covered = {{"\"@method\"", "HEAD"},
                       {"\"@target-uri\"", "http://example.com/a%2Fb//c?d=e"},
                       {"\"@path\"", "/a%2Fb//c"},
                       {"\"@query\"", "?d=e"},
                       {"\"user-agent\"", std::string(kChrome)},
                       {"\"host\"", "example.com"},
                       {"\"x-two\"", "a, b"}};
    const Request asked = request("/a%2Fb//c?d=e")
                              .as("HEAD")
                              .header("X-Two: a")
                              .header("X-Two:  b ");
    EXPECT_EQ(result(asked), "verified");
    EXPECT_EQ(result(request("/a%2Fb/c?d=e")
                         .as("HEAD")
                         .header("X-Two: a")
                         .header("X-Two: b")),
              "invalid");
}

// An error_page makes a GET of what it answers.
TEST_F(Signatures, CoverTheMethodThatWasSentBehindAnErrorPage) {
    const bool http2 = nginx_has("http_v2_module");
    configure(std::string("server { listen 127.0.0.1:@web@; ") +
              (http2 ? "listen 127.0.0.1:@h2@ http2; " : "") + kSays +
              "if ($request_method = POST) { return 418; } "
              "error_page 418 = /page; }");
    nginx.start();
    signing.covered = {{"\"@authority\"", "example.com"},
                       {"\"@method\"", "POST"}};
    EXPECT_EQ(result(request().as("POST")), "verified");
    EXPECT_EQ(result(request().as("PUT")), "invalid");
    if (http2) {
        EXPECT_EQ(
            result(
                request().as("POST").to(nginx.port("h2")).over(Version::http2)),
            "verified");
    }
}

TEST_F(Signatures, AnAuthorityHasItsPort) {
    start();
    signing.covered = {{"\"@authority\"", "example.com:8443"}};
    Request asked = request();
    asked.url = "http://example.com:8443/page";
    EXPECT_EQ(result(asked.to(nginx.port())), "verified");
    signing.covered = {{"\"@authority\"", "example.com"}};
    Request upper = request();
    upper.url = "http://EXAMPLE.com:80/page";
    EXPECT_EQ(result(upper.to(nginx.port())), "verified");
}

// nginx knows no port but its own; robots_origin may say that it is asked for.
TEST_F(Signatures, AnAuthorityMayBeHeldToThePortOfTheServer) {
    start("robots_origin $scheme://$host:$server_port; ");
    const auto signed_for = [this](const std::string& authority) {
        signing.covered = {{"\"@authority\"", authority}};
        Request asked = request();
        asked.url = "http://" + authority + "/page";
        return result(asked.to(nginx.port()));
    };
    EXPECT_EQ(signed_for("example.com:" + std::to_string(nginx.port())),
              "verified");
    EXPECT_EQ(signed_for("example.com:9999"), "invalid");
    EXPECT_EQ(signed_for("example.com"), "invalid");
}

// The request is answered, and so is the next one.
TEST_F(Signatures, CostlySignaturesAreBounded) {
    start("large_client_header_buffers 8 16k; ");
    for (const auto& costly :
         robots::tests::costly_signatures(now(), agent.thumbprint())) {
        std::vector<std::string> headers{"User-Agent: " + std::string(kChrome)};
        for (const auto& [name, value] : costly.fields) {
            headers.push_back(name + ": " + value);
        }
        const Response answer =
            Connection(nginx.port())
                .send(message("GET " + costly.target + " HTTP/1.1",
                              "example.com", headers))
                .read();
        EXPECT_EQ(answer.status, 200) << costly.name;
        const std::string found = answer.header("X-Signature");
        EXPECT_TRUE(found == "malformed" || found == "invalid")
            << costly.name << ": " << found;
    }
    EXPECT_EQ(result(request()), "verified");
}

TEST_F(Signatures, AProxyStatesWhatWasAsked) {
    start("robots_origin $http_x_origin; ");
    signing.covered = {{"\"@authority\"", "b.example"},
                       {"\"@scheme\"", "https"}};
    EXPECT_EQ(result(request().header("X-Origin: https://b.example")),
              "verified");
    EXPECT_EQ(result(request().header("X-Origin: https://c.example")),
              "invalid");
    signing.covered = {{"\"@authority\"", "b.example:8443"}};
    EXPECT_EQ(result(request().header("X-Origin: https://b.example:8443")),
              "verified");
}

TEST_F(Signatures, WorkOverHttp2) {
    configure(std::string("server { listen 127.0.0.1:@web@ http2; ") + kSays +
              "}");
    nginx.start();
    EXPECT_EQ(result(request().over(Version::http2)), "verified");
}

TEST_F(Signatures, TestKeysOfStandardsNeverCount) {
    // The draft's own request is long over; a key that nobody may use is not
    // even looked at.
    start();
    signing.key_id = "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";
    EXPECT_EQ(result(request()), "unknown_key");
}

TEST_F(Signatures, WhatWasVerifiedIsRememberedBeyondTheRate) {
    start("robots_signature_rate 1r/s; ");
    // Until the second of the budget is another one.
    const auto second = [] { return now(); };
    std::int64_t at = second();
    int verified = 0;
    int unknown = 0;
    for (int i = 0; i < 20; ++i) {
        signing.more = ";nonce=\"" + std::to_string(i) + '"';
        const Response answer = nginx.send(request("/closed"));
        const std::string found = answer.header("X-Signature");
        verified += found == "verified" ? 1 : 0;
        unknown += found == "unchecked" ? 1 : 0;
        // A browser beside it is served, and whoever is not known is one.
        EXPECT_EQ(answer.status, found == "verified" ? 403 : 200);
    }
    EXPECT_GE(verified, 1);
    EXPECT_LE(verified, 2 + second() - at);
    EXPECT_EQ(verified + unknown, 20);
    signing.more = ";nonce=\"0\"";
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(result(request()), "verified");
    }
}

// As many as nginx answers on one connection, ten times.
TEST_F(Signatures, AFloodOfForgeriesIsBounded) {
    start("robots_signature_rate 10r/s; ");
    constexpr int kConnections = 10;
    constexpr int kForged = 1000;
    const std::string forged = signing.signature(Signer(9));
    const std::int64_t begun = now();
    int invalid = 0;
    for (int i = 0; i < kConnections; ++i) {
        Connection flood(nginx.port());
        std::string requests;
        for (int j = 0; j < kForged; ++j) {
            signing.more = ";nonce=\"" + std::to_string(i * kForged + j) + '"';
            requests += message("GET /page HTTP/1.1", "example.com",
                                {"User-Agent: " + std::string(kChrome),
                                 "Signature-Input: " + signing.input(),
                                 "Signature: " + forged});
        }
        flood.send(requests);
        for (int j = 0; j < kForged; ++j) {
            const Response answer = flood.read();
            ASSERT_EQ(answer.status, 200);
            const std::string found = answer.header("X-Signature");
            invalid += found == "invalid" ? 1 : 0;
            ASSERT_TRUE(found == "invalid" || found == "unchecked") << found;
        }
        // A browser beside it is served.
        EXPECT_EQ(nginx.send(Request("http://example.com/page").agent(kChrome))
                      .status,
                  200);
    }
    EXPECT_GE(invalid, 10);
    EXPECT_LE(invalid, 10 * (now() - begun + 2));
}

TEST_F(Signatures, ARedirectWithinNginxKeepsTheSigner) {
    start();
    const Response answer = nginx.send(request("/error"));
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("X-Crawler"), "SignBot");
    EXPECT_EQ(answer.header("X-Signature"), "verified");
}

TEST_F(Signatures, NothingIsJudgedWhereNothingIsEnforced) {
    start();
    const Response answer = nginx.send(request("/unjudged"));
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("X-Signature"), "verified");
}

TEST_F(Signatures, AFetchOfRobotsTxtIsTheSigners) {
    start("", "server_name example.com; location = /status { robots_status; }");
    EXPECT_EQ(nginx.send(request("/robots.txt")).status, 200);
    const std::string status =
        nginx.send(Request("http://example.com/status?format=prometheus")).body;
    EXPECT_TRUE(contains(status,
                         "robots_txt_fetches_total{site=\"example.com\""
                         ",crawler=\"SignBot\""))
        << status;
    EXPECT_TRUE(contains(
        status, "robots_received_signatures_total{result=\"verified\"} 1\n"))
        << status;
    EXPECT_TRUE(contains(
        status, "robots_received_signatures_total{result=\"invalid\"} 0\n"));
}

TEST_F(Signatures, WithoutKeysNothingIsSaid) {
    policy("default: {groups: [{user_agent: SignBot, disallow: /closed}]}\n");
    start();
    const Response answer = nginx.send(request("/closed"));
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("X-Signature"), "");
}

TEST_F(Signatures, AReloadTakesOtherKeys) {
    start();
    EXPECT_EQ(result(request()), "verified");
    nginx.raw_file("agent.json", other.jwks());
    nginx.reload();
    EXPECT_EQ(result(request()), "unknown_key");
}

TEST_F(Signatures, SeveralUserAgentsAreStillSeveral) {
    start();
    const Response answer =
        nginx.send(request("/closed").header("User-Agent: OtherBot/1.0"));
    EXPECT_EQ(answer.status, 403);
    EXPECT_EQ(answer.header("X-Crawler"), "OtherBot");
}

}  // namespace
}  // namespace integration
