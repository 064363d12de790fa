// robotsctl explain --header: who has signed a request.

#include <gmock/gmock.h>

#include <algorithm>

#include "tests/harness/signer.hpp"
#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class CliSignature : public RobotsctlFixture {
  protected:
    CliSignature() {
        write("keys.json", signer.jwks());
        file = write("p.yaml", R"(version: 1
default:
  groups: [{user_agent: Signbot, disallow: /closed}]
crawlers:
  - {token: Signbot, keys_file: keys.json, ranges: 192.0.2.1}
  - {token: Otherbot}
)");
        signing.covered = {{"\"@authority\"", "a.example"},
                           {"\"@method\"", "GET"}};
        signing.created = 1763800000;
        signing.expires = signing.created + 300;
        signing.key_id = signer.thumbprint();
    }

    Ran explain(std::vector<std::string> more = {}) const {
        std::vector<std::string> arguments{
            "explain",  file,
            "--url",    "https://a.example/closed",
            "--header", "signature-input: " + signing.input(),
            "--header", "Signature:" + signing.signature(signer)};
        if (std::find(more.begin(), more.end(), "--at") == more.end()) {
            more.insert(more.end(), {"--at", "2025-11-22T08:27:00Z"});
        }
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    }

    std::string file;
    tests::Signer signer{1};
    tests::Signing signing;
};

TEST_F(CliSignature, ASignatureNamesTheCrawler) {
    const Ran ran = explain({"--user-agent", "Mozilla/5.0 Firefox/140.0"});
    EXPECT_THAT(ran.out, HasSubstr("Crawler:      Signbot (other)\n"));
    EXPECT_THAT(ran.out,
                HasSubstr("Identity:     verified: signature `sig1` without "
                          "`Signature-Agent`: signed with the key `" +
                          signer.thumbprint() + "`\n"));
    EXPECT_THAT(ran.out, HasSubstr("Signature:    verified: signature `sig1`"));
    EXPECT_THAT(ran.out, HasSubstr("Rule:         Disallow: /closed"));
    EXPECT_EQ(ran.code, 1);
    const auto json = explain({"--json"}).json().at(0);
    EXPECT_EQ(json["crawler"], "Signbot");
    EXPECT_EQ(json["identity"], "verified");
    EXPECT_EQ(json["signature"], "verified");
    EXPECT_EQ(json["signature_form"], "absent");
}

TEST_F(CliSignature, TheTimeCounts) {
    EXPECT_THAT(explain({"--at", "2025-11-22T08:35:00Z"}).out,
                HasSubstr("Signature:    expired: signature `sig1` without "
                          "`Signature-Agent`: it has expired\n"));
    EXPECT_THAT(explain({"--at", "2025-11-22T08:00:00Z"}).out,
                HasSubstr("it is from the future\n"));
}

TEST_F(CliSignature, TheMethodCounts) {
    EXPECT_THAT(explain({"--method", "POST"}).out,
                HasSubstr("did not sign this request\n"));
}

TEST_F(CliSignature, AnotherCrawlersKeyProvesNothing) {
    const auto json =
        explain({"--json", "--user-agent", "Otherbot/1.0"}).json().at(0);
    EXPECT_EQ(json["crawler"], "Otherbot");
    EXPECT_EQ(json["identity"], "unverifiable");
    EXPECT_EQ(json["signature"], "unknown_key");
    EXPECT_EQ(json["signature_why"],
              "signed by Signbot, whose key is not one of Otherbot");
}

TEST_F(CliSignature, AUserAgentMayBeAHeader) {
    const Ran ran = run({"explain", file, "--url", "https://a.example/closed",
                         "--header", "User-Agent: Signbot/1.0"});
    EXPECT_THAT(ran.out, HasSubstr("Crawler:      Signbot"));
    EXPECT_THAT(ran.out, Not(HasSubstr("Signature:")));
}

TEST_F(CliSignature, WhatIsNoHeaderIsTold) {
    for (const char* header : {"Signature", ": x", "A b: x"}) {
        const Ran ran = run({"explain", file, "--url", "https://a.example/",
                             "--header", header});
        EXPECT_EQ(ran.code, 2) << header;
        EXPECT_THAT(ran.err, HasSubstr("is not a header; write it as "
                                       "'Name: value'"));
    }
}

}  // namespace
}  // namespace robots
