// Who sent a signed request, and what is told of keys that are missing or old.

#include "policy/crawlers/identity.hpp"

#include <filesystem>

#include "policy/lint/stale.hpp"
#include "tests/harness/signer.hpp"
#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

using namespace std::chrono_literals;
using signature::CheckedSignature;
using signature::Result;

Crawler named(const char* token) {
    Crawler out;
    out.token = token;
    return out;
}

class SignedSender : public ::testing::Test {
  protected:
    Sighting crawler(const char* token) const {
        const Crawler* found = crawlers.find(token);
        return {found->token, found->category, found};
    }

    Crawlers crawlers{{named("Abot"), named("Bbot"), named("Cbot")}, {}};
    CheckedSignature finding{Result::verified, {1, 2}, "signed"};
};

TEST_F(SignedSender, IsTheNamedCrawlerWhoseKeyItIs) {
    EXPECT_EQ(signed_sender(finding, crawlers, crawler("Cbot")).token, "Cbot");
    EXPECT_EQ(finding.result, Result::verified);
    EXPECT_TRUE(is_signed_by(finding, crawlers, crawler("Bbot")));
    EXPECT_FALSE(is_signed_by(finding, crawlers, crawler("Abot")));
    EXPECT_FALSE(is_signed_by(finding, crawlers, Sighting{}));
}

TEST_F(SignedSender, IsTheKeysFirstCrawlerIfNoneIsKnown) {
    EXPECT_EQ(signed_sender(finding, crawlers, Sighting{}).token, "Bbot");
    const Sighting shape{"MyOwnBot", Category::other, nullptr};
    EXPECT_EQ(signed_sender(finding, crawlers, shape).token, "Bbot");
    EXPECT_EQ(finding.result, Result::verified);
}

TEST_F(SignedSender, AnothersKeyProvesNothing) {
    EXPECT_EQ(signed_sender(finding, crawlers, crawler("Abot")).token, "Abot");
    EXPECT_EQ(finding.result, Result::unknown_key);
    EXPECT_TRUE(finding.owners.empty());
    EXPECT_EQ(finding.why, "signed by Bbot, whose key is not one of Abot");
}

TEST_F(SignedSender, IsProvableByAKeyThatNotEverybodyHas) {
    Crawler crawler = named("Abot");
    EXPECT_FALSE(is_provable_by_signature(crawler));
    crawler.keys.resize(2);
    EXPECT_FALSE(is_provable_by_signature(crawler));
    crawler.keys[0].keys =
        signature::read_keys(R"({"kty":"OKP","crv":"Ed25519",)"
                             R"("x":"JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c)"
                             R"(5D0bs"})")
            .keys;
    ASSERT_EQ(crawler.keys[0].keys.size(), 1U);
    EXPECT_FALSE(is_provable_by_signature(crawler));
    crawler.keys[1].keys = signature::read_keys(tests::Signer(1).jwk()).keys;
    EXPECT_TRUE(is_provable_by_signature(crawler));
}

TEST_F(SignedSender, IsWhoIsNamedIfNothingWasVerified) {
    finding = {Result::invalid, {}, "why"};
    EXPECT_EQ(signed_sender(finding, crawlers, crawler("Abot")).token, "Abot");
    EXPECT_FALSE(signed_sender(finding, crawlers, Sighting{}));
    EXPECT_EQ(finding.result, Result::invalid);
}

class SigningKeys : public PolicyFixture {
  protected:
    static std::string with(const std::string& keys) {
        return "version: 1\ndefault: {}\ncrawlers: [{token: Qqxbot, " + keys +
               "}]\n";
    }
    Diagnostics told(const std::string& keys, Utc now) const {
        const Loaded loaded = load(with(keys));
        EXPECT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
        return stale_warnings(*loaded.policy, now);
    }
};

TEST_F(SigningKeys, OldFilesAreTold) {
    const std::string file = write("a.json", tests::Signer(1).jwks());
    const Utc now(std::time(nullptr));
    EXPECT_TRUE(told("keys_file: a.json", now).empty());
    const Diagnostics old = told("keys_file: a.json", now + 31 * 24h + 1h);
    ASSERT_EQ(old.size(), 1U);
    EXPECT_EQ(old[0].code, "keys-stale");
    EXPECT_EQ(old[0].line, 3U);
    EXPECT_EQ(old[0].column, 39U);
    EXPECT_EQ(old[0].text, "`" + file +
                               "` is 31 days old; what `Qqxbot` signs with "
                               "newer keys is not verified; download it "
                               "again, every day");
}

TEST_F(SigningKeys, MissingFilesAreTold) {
    const Diagnostics missing = told("keys_url: 'https://a.example'", Utc(0));
    ASSERT_EQ(missing.size(), 1U);
    EXPECT_EQ(missing[0].code, "keys-missing");
    EXPECT_EQ(missing[0].line, 3U);
    EXPECT_EQ(missing[0].text,
              "no keys of `Qqxbot` are here, so nothing that it signs is "
              "verified; let `robotsctl sources update` fetch them, or "
              "download them from `https://a.example` and name the file in "
              "`keys_file`");
    EXPECT_TRUE(told("keys_url: []", Utc(0)).empty());
    // An unusable file has a warning already.
    EXPECT_TRUE(
        told("keys_url: 'https://a.example', keys_file: none.json", Utc(0))
            .empty());
}

}  // namespace
}  // namespace robots
