// Who signed a request.

#include <gtest/gtest.h>

#include "tests/unit/policy/signature/web_bot_auth_fixture.hpp"

namespace robots::signature {
namespace {

TEST_F(WebBotAuth, AGoodSignatureIsItsKeysOwners) {
    const CheckedSignature found =
        find(signing_.input(), signing_.signature(agent_));
    EXPECT_EQ(found.result, Result::verified) << found.why;
    EXPECT_EQ(found.owners, std::vector<std::uint32_t>{0});
    EXPECT_EQ(found.why,
              "signature `sig1` without `Signature-Agent`: signed with the key "
              "`" +
                  agent_.thumbprint() + "`");
}

TEST_F(WebBotAuth, SeveralMaySignWithOneKey) {
    add(7, agent_.jwk());
    EXPECT_EQ(find(signing_.input(), signing_.signature(agent_)).owners,
              (std::vector<std::uint32_t>{0, 7}));
}

TEST_F(WebBotAuth, NoSignatureIsNothing) {
    EXPECT_EQ(check(message_, keys_, false, Utc(now_), memory_).result,
              Result::none);
    EXPECT_EQ(result("", ""), "");
    EXPECT_EQ(result("a=1", "a=:AA==:"), "");
    signing_.tag = "something-else";
    EXPECT_EQ(result(), "");
    EXPECT_EQ(result("sig1=(\"@authority\");tag=web-bot-auth", "sig1=:AA==:"),
              "");
}

TEST_F(WebBotAuth, CoversAllItMay) {
    message_.fields = {{"user-agent", " Mozilla/5.0 "}, {"accept", "*/*"}};
    signing_.covered = {{"\"@target-uri\"", "https://example.com/a?b"},
                        {"\"@method\"", "GET"},
                        {"\"@path\"", "/a"},
                        {"\"@query\"", "?b"},
                        {"\"@scheme\"", "https"},
                        {"\"user-agent\"", "Mozilla/5.0"},
                        {"\"accept\"", "*/*"}};
    EXPECT_EQ(result(), "verified") << why();
}

TEST_F(WebBotAuth, WantsAllThatMustBeThere) {
    const std::string good = signing_.input();
    const std::string signature = signing_.signature(agent_);
    for (const char* parameter : {"created", "expires", "keyid"}) {
        const std::size_t at = good.find(';' + std::string(parameter));
        std::string without = good;
        without.erase(at, good.find(';', at + 1) - at);
        EXPECT_EQ(result(without, signature), "malformed") << without;
        std::string other = good;
        other.replace(good.find('=', at) + 1, 0, "?1;x=");
        EXPECT_EQ(result(other, signature), "malformed") << other;
    }
    signing_.covered = {};
    EXPECT_EQ(result(), "malformed");
    signing_.covered = {{"\"@method\"", "GET"}};
    EXPECT_EQ(result(), "malformed");
    signing_.covered = {{"\"@authority\"", "example.com"}};
    signing_.more = ";alg=7";
    EXPECT_EQ(result(), "malformed");
}

TEST_F(WebBotAuth, CountsInItsTimeOnly) {
    EXPECT_EQ(result(), "verified");
    now_ = signing_.expires + 60;
    EXPECT_EQ(result(), "verified");
    now_ = signing_.expires + 61;
    EXPECT_EQ(result(), "expired");
    now_ = signing_.created - 60;
    EXPECT_EQ(result(), "verified");
    now_ = signing_.created - 61;
    EXPECT_EQ(result(), "invalid");
    now_ = kNow;
    signing_.expires = signing_.created + 24 * 3600;
    EXPECT_EQ(result(), "verified");
    ++signing_.expires;
    EXPECT_EQ(result(), "invalid");
    signing_.expires = signing_.created;
    EXPECT_EQ(result(), "malformed");
    signing_.created = -999999999999999;
    signing_.expires = 999999999999999;
    EXPECT_EQ(result(), "invalid");
}

TEST_F(WebBotAuth, AKeyCountsInItsTimeOnly) {
    const Signer third(3);
    std::string jwk = third.jwk();
    jwk.insert(1, "\"exp\":" + std::to_string(kNow) + ',');
    add(3, jwk);
    signing_.key_id = third.thumbprint();
    now_ = kNow - 1;
    EXPECT_EQ(result(signing_.input(), signing_.signature(third)), "verified");
    now_ = kNow;
    EXPECT_EQ(result(signing_.input(), signing_.signature(third)),
              "unknown_key");
}

TEST_F(WebBotAuth, OfSeveralSignaturesAGoodOneCounts) {
    const std::string input = signing_.input();
    const std::string signature = signing_.signature(agent_);
    Signing second = signing_;
    second.label = "sig2";
    second.key_id = other_.thumbprint();
    const auto both = [&](const Signer& first, const Signer& last) {
        return find(input + ", " + second.input(),
                    signing_.signature(first) + ", " + second.signature(last));
    };
    EXPECT_EQ(both(agent_, other_).owners, std::vector<std::uint32_t>{0});
    EXPECT_EQ(both(other_, other_).owners, std::vector<std::uint32_t>{1});
    EXPECT_EQ(both(agent_, agent_).owners, std::vector<std::uint32_t>{0});
    EXPECT_EQ(both(other_, agent_).result, Result::invalid);
    second.tag = "other";
    EXPECT_EQ(both(other_, other_).result, Result::invalid);
    // A label twice: the last one counts.
    EXPECT_EQ(result(input + ", " + input, "sig1=:AA==:, " + signature),
              "verified");
    EXPECT_EQ(result(input, signature + ", sig1=:AA==:"), "invalid");
}

TEST_F(WebBotAuth, ThreeSignaturesAreReadAtMost) {
    std::string input;
    std::string signature;
    for (int i = 1; i <= 4; ++i) {
        signing_.label = "sig" + std::to_string(i);
        input += (i == 1 ? "" : ", ") + signing_.input();
        signature += (i == 1 ? "" : ", ") + signing_.signature(agent_);
        EXPECT_EQ(result(input, signature), i <= 3 ? "verified" : "malformed");
    }
}

TEST_F(WebBotAuth, HeadersMayBeInSeveralLines) {
    message_.fields = {{"signature-input", "x=(\"@method\")"},
                       {"signature", "x=:AA==:"}};
    EXPECT_EQ(result(), "verified");
}

TEST_F(WebBotAuth, HeadersAreBounded) {
    signing_.more = ";nonce=\"" + std::string(6000, 'a') + '"';
    EXPECT_EQ(result(), "verified");
    signing_.more = ";nonce=\"" + std::string(8000, 'a') + '"';
    EXPECT_EQ(why(), "the headers of signatures are larger than 8 KiB");
}

TEST_F(WebBotAuth, WhatWasVerifiedIsNotVerifiedAgain) {
    EXPECT_EQ(result(), "verified");
    EXPECT_EQ(memory_.left, 99);
    ASSERT_EQ(memory_.known.size(), 1U);
    EXPECT_EQ(memory_.known.begin()->second, Utc(signing_.expires + 60));
    EXPECT_EQ(result(), "verified");
    EXPECT_EQ(memory_.left, 99);
    now_ = signing_.expires + 61;
    EXPECT_EQ(result(), "expired");
    now_ = kNow;
    message_.authority = "a.example";
    EXPECT_EQ(result(), "invalid");
    EXPECT_EQ(memory_.known.size(), 1U);
}

TEST_F(WebBotAuth, NoMoreAreVerifiedThanAllowed) {
    memory_.left = 1;
    EXPECT_EQ(result(), "verified");
    signing_.more = ";nonce=\"2\"";
    EXPECT_EQ(result(), "unchecked");
    signing_.more = "";
    EXPECT_EQ(result(), "verified");
}

}  // namespace
}  // namespace robots::signature
