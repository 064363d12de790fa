// A real nginx that has the keys of agents, and requests that they sign.

#pragma once

#include <chrono>

#include "tests/harness/robots_fixture.hpp"
#include "tests/harness/signer.hpp"

namespace integration {

using robots::tests::Signer;
using robots::tests::Signing;

inline std::int64_t now() {
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

class SignatureTest : public RobotsTest {
  protected:
    SignatureTest() {
        nginx.raw_file("agent.json", agent.jwks());
        nginx.raw_file("other.json", other.jwks());
        nginx.raw_file("test.json",
                       R"({"kty":"OKP","crv":"Ed25519",)"
                       R"("x":"JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs"})");
        policy(R"(
enforce: {disallow: reject, impostor: reject, crawl_delay: reject}
crawlers:
  - {token: SignBot, keys_file: agent.json, ranges: 192.0.2.1}
  - {token: OtherBot, keys_file: other.json}
  - {token: TestBot, keys_file: test.json}
sites:
  - host: [example.com, b.example]
    groups:
      - {user_agent: SignBot, disallow: /closed}
      - {user_agent: OtherBot, disallow: /}
)");
        signing.covered = {{"\"@authority\"", "example.com"}};
        signing.created = now() - 5;
        signing.expires = signing.created + 300;
        signing.key_id = agent.thumbprint();
    }

    static constexpr const char* kSays =
        "add_header X-Identity $robots_identity always; "
        "add_header X-Signature $robots_signature always; "
        "add_header X-Crawler $robots_crawler always; "
        "location / { empty_gif; } "
        "location /unjudged { robots_enforce off; empty_gif; } "
        "location = /error { return 404; } error_page 404 = /page; ";

    void start(const std::string& http = "", const std::string& more = "") {
        configure(
            "log_format sig \"$robots_signature\"; access_log "
            "@prefix@/sig.log sig; " +
            http + " server { listen 127.0.0.1:@web@; " + kSays + more + "}");
        nginx.start();
    }

    Request request(const std::string& path = "/page") const {
        Request out("http://example.com" + path);
        out.agent(kChrome)
            .header("Signature-Input: " + signing.input())
            .header("Signature: " + signing.signature(agent));
        return out;
    }
    std::string result(const Request& asked) {
        return nginx.send(asked).header("X-Signature");
    }

    Signer agent{1};
    Signer other{2};
    Signing signing;
};

}  // namespace integration
