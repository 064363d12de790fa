// Where signers say that their keys are, and where signatures are asked for, of
// a real nginx.

#include "tests/integration/identity/signature_fixture.hpp"

namespace integration {
namespace {

using SignatureAgents = SignatureTest;

// The key counts at its own URL alone, however Signature-Agent is written.
TEST_F(SignatureAgents, AKeyIsOneOfItsUrl) {
    policy(R"(
crawlers:
  - {token: SignBot, keys_file: agent.json, keys_url: 'https://sign.example'}
)");
    start();
    const auto named = [this](const std::string& component,
                              const std::string& value,
                              const std::string& agent) {
        signing.covered = {{"\"@authority\"", "example.com"},
                           {component, value}};
        return result(request().header("Signature-Agent: " + agent));
    };
    const std::string own = "\"signature-agent\";key=\"sig1\"";
    const std::string good = "\"https://sign.example\"";
    EXPECT_EQ(named(own, good, "sig1=" + good), "verified");
    EXPECT_EQ(named("\"signature-agent\"", good, good), "verified");
    const std::string directory =
        "\"https://SIGN.example:443/.well-known/"
        "http-message-signatures-directory\"";
    EXPECT_EQ(named(own, directory, "sig1=" + directory), "verified");
    const std::string other = "\"https://other.example\"";
    EXPECT_EQ(named(own, other, "sig1=" + other), "unknown_key");
    EXPECT_EQ(named(own, good + ";a", "sig1=" + good + ";a"), "unknown_key");
    EXPECT_EQ(named(own, good, "sig1=" + good + ", sig1=" + other),
              "unknown_key");
    const std::string plain = "\"http://sign.example\"";
    EXPECT_EQ(named(own, plain, "sig1=" + plain), "malformed");
    EXPECT_EQ(named("\"@path\"", "/page", "sig1=" + good), "malformed");
}


}  // namespace
}  // namespace integration
