// Where signers say that their keys are, and where signatures are asked for, of
// a real nginx.

#include "tests/integration/identity/signature_fixture.hpp"

namespace integration {
namespace {

using SignatureAgents = SignatureTest;

// The key counts at its own URL alone, however Signature-Agent is written.
TEST_F(SignatureAgents, AKeyIsOneOfItsUrl) {
    policy(R"(
default: {}
crawlers:
  - {token: SignBot, keys_file: agent.json, keys_url: 'https://sign.example'}
)");
    start();
    const auto named = [this](const std::string& component,
                              const std::string& value,
                              const std::string& from) {
        signing.covered = {{"\"@authority\"", "example.com"},
                           {component, value}};
        return result(request().header("Signature-Agent: " + from));
    };
    const std::string own = "\"signature-agent\";key=\"sig1\"";
    const std::string good = "\"https://sign.example\"";
    EXPECT_EQ(named(own, good, "sig1=" + good), "verified");
    EXPECT_EQ(named("\"signature-agent\"", good, good), "verified");
    const std::string directory =
        "\"https://SIGN.example:443/.well-known/"
        "http-message-signatures-directory\"";
    EXPECT_EQ(named(own, directory, "sig1=" + directory), "verified");
    const std::string elsewhere = "\"https://other.example\"";
    EXPECT_EQ(named(own, elsewhere, "sig1=" + elsewhere), "unknown_key");
    EXPECT_EQ(named(own, good + ";a", "sig1=" + good + ";a"), "unknown_key");
    EXPECT_EQ(named(own, good, "sig1=" + good + ", sig1=" + elsewhere),
              "unknown_key");
    const std::string plain = "\"http://sign.example\"";
    EXPECT_EQ(named(own, plain, "sig1=" + plain), "malformed");
    EXPECT_EQ(named("\"@path\"", "/page", "sig1=" + good), "malformed");
}

constexpr const char* kAccepted =
    "sig1=(\"@authority\" \"signature-agent\";key=\"sig1\");created;expires;"
    "tag=\"web-bot-auth\"";

// Where a signature would help, and nowhere else.
TEST_F(SignatureAgents, AreAskedForWhereTheyWouldProveTheSender) {
    const std::string all = R"(
enforce: {disallow: reject, impostor: reject, unverifiable: reject}
crawlers:
  - {token: SignBot, keys_file: agent.json, ranges: 192.0.2.1}
  - {token: OtherBot, keys_file: other.json}
  - {token: TestBot, keys_file: test.json}
  - {token: RangeBot, ranges: 192.0.2.1}
sites:
  - host: example.com
    groups:
      - {user_agent: SignBot, disallow: /closed}
      - {user_agent: [OtherBot, TestBot, RangeBot]}
)";
    policy(all + "    refusal: {accept_signature: true}\n");
    start();
    const auto asked = [this](const std::string& name,
                              const std::string& method = "GET") {
        const Response answer = nginx.send(
            Request("http://example.com/page").agent(name).as(method));
        EXPECT_EQ(answer.status, 403) << name;
        return answer.header("Accept-Signature");
    };
    EXPECT_EQ(asked("SignBot/1.0"), kAccepted);
    EXPECT_EQ(asked("SignBot/1.0", "HEAD"), kAccepted);
    EXPECT_EQ(asked("OtherBot/1.0"), kAccepted);
    // Nobody's signature would prove these.
    EXPECT_EQ(asked("TestBot/1.0"), "");
    EXPECT_EQ(asked("RangeBot/1.0"), "");
    const Response bad = nginx.send(Request("http://example.com/page")
                                        .agent("SignBot/1.0")
                                        .header("Signature-Input: ("));
    EXPECT_EQ(bad.status, 403);
    EXPECT_EQ(bad.header("Accept-Signature"), kAccepted);
    // It is believed, and a rule refuses it; and a browser is a browser.
    EXPECT_EQ(nginx.send(request("/closed")).status, 403);
    EXPECT_EQ(nginx.send(request("/closed")).header("Accept-Signature"), "");
    const Response browser =
        nginx.send(Request("http://example.com/closed").agent(kChrome));
    EXPECT_EQ(browser.status, 200);
    EXPECT_EQ(browser.header("Accept-Signature"), "");
    policy(all);
    nginx.reload();
    EXPECT_EQ(asked("SignBot/1.0"), "");
    policy(all + "    refusal: {accept_signature: true, status: 404}\n");
    nginx.reload();
    const Response hidden =
        nginx.send(Request("http://example.com/page").agent("SignBot/1.0"));
    EXPECT_EQ(hidden.status, 404);
    EXPECT_EQ(hidden.header("Accept-Signature"), "");
}

}  // namespace
}  // namespace integration
