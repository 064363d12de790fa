// The vectors of draft-ietf-webbotauth-httpsig-protocol.

#include <gtest/gtest.h>

#include "tests/unit/policy/signature/test_keys.hpp"
#include "tests/unit/policy/signature/web_bot_auth_fixture.hpp"

namespace robots::signature {
namespace {

// Its appendix: the keys of RFC 9421, a request for https://example.com/.
struct Vector {
    const char* agent;
    const char* covered;
    const char* key_id;
    const char* algorithm;
    std::int64_t expires;
    const char* nonce;
    const char* signature;
};
constexpr char kEd[] = "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";
constexpr char kRsa[] = "oD0HwocPBSfpNy5W3bpJeyFGY_IQ_YpqxSjQ3Yd-CLA";
constexpr char kString[] = "\"https://signature-agent.test\"";
constexpr char kMember[] = "agent2=\"https://signature-agent.test\"";
const Vector kVectors[] = {
    {kString, "\"signature-agent\"", kEd, "ed25519", 1735693200,
     "e8N7S2MFd/qrd6T2R3tdfAuuANngKI7LFtKYI/vowzk4lAZYadIX6wW25MwG7DCT9RUKAJ0qV"
     "kU0mEeLElW1qg==",
     "jdq0SqOwHdyHr9+r5jw3iYZH6aNGKijYp/EstF4RQTQdi5N5YYKrD+mCT1HA1nZDsi6nJKuHx"
     "Ui/5Syp3rLWBA=="},
    {kString, "\"signature-agent\"", kRsa, "rsa-pss-sha512", 1735693200,
     "XSHtZVCThSIAksXsH9WBs6AtxtXC0eQGiIcUGSoJstFs8lAWakjhrfwzLhyjtme5iXMZvmFWq"
     "DEs6cT3Jf+BbQ==",
     "I1QWNzGXdP1a4dSvOHLCVOOanEYHDk+ZsVxM9MLX/p4ko69ghKwR5EOtAD96g7g4GWP7lmpM/"
     "jFAf9q8EFRDTPLjUXySwMv4YPgabv2LQihTJG2y8a2m6IGltyruwQNiqSJVUuRaG9+b17CGmA"
     "MFZh30X6GXLdQJrCARpeTqPwp2DC+a8haDE/VE5EruqzjA5/2mKwvrkzkSqeW5tOVtFwWRRHI"
     "Oidquf/8Je6kM9mhgkg4arudLA5SL4wyyYE1jURIgcOl8agrfdJ5Def23DIRtiOLRa8jT9cpT"
     "LFAuFHN+mrZA/LH9h0gSIg1cPb+0cMASee5uku1KjWcFer7jWA=="},
    {kMember, "\"signature-agent\";key=\"agent2\"", kEd, "ed25519", 4889289600,
     "n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtF"
     "ioQb6E1YsauiA==",
     "RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZA"
     "CSanGdhEwYCCg=="},
    {kMember, "\"signature-agent\";key=\"agent2\"", kRsa, "rsa-pss-sha512",
     4889289600,
     "wcfPQPh7SzkvrIVvhD00vNk9PkxJNY2NVbYl2PVBB4zmUoluSwE7W6bPtF60QA3k8g06FU7PP"
     "CD+J58YofY1zg==",
     "gHzpLNeHaHIO19NaJH9YMW5dcVSi2s0wOMBr6p18vcofS106sfC4KBIS0/szPlBBd1vIcyQ88"
     "B6CTEWIhRAiVrb9zfX0mx1aG12CSGWcYkSirHeyTxhbuJvXd27ed6skWoy4PjXItq38936ivU"
     "QjfdIwXh1aX6HxkAC3vRnEdSNfntkLWeEuIQ5BLIOBGE39fSwg27Qjq6OVWYas/9/aFUr3HA3"
     "4MXWYdp+//cvlEKDp3kRoLOw9ro0AOr6srHrTeEtxon2afcws1aZVSlPdd2fZSEIGmw9HAHLD"
     "CEkFTERu1gH2k/zIEqgy7CAYXI9E5slog0cLg/Vc6+f8gih33g=="},
};

std::string input_of(const Vector& vector) {
    return "sig2=(\"@authority\" " + std::string(vector.covered) +
           ");created=1735689600;keyid=\"" + vector.key_id + "\";alg=\"" +
           vector.algorithm + "\";expires=" + std::to_string(vector.expires) +
           ";nonce=\"" + vector.nonce + "\";tag=\"web-bot-auth\"";
}

class DraftVectors : public WebBotAuth,
                     public ::testing::WithParamInterface<Vector> {
  protected:
    DraftVectors() {
        add(5, rsa_test_jwk());
        add(5, ed25519_test_jwk());
        message_.target = "/";
    }
};

// Two of them last for a century: their signature is right, and refused all the
// same.
TEST_P(DraftVectors, AreAsLongAsTheyMayBeOrRefused) {
    const Vector& vector = GetParam();
    const CheckedSignature found =
        find(input_of(vector), "sig2=:" + std::string(vector.signature) + ':',
             vector.agent, /*test_keys=*/true);
    const bool is_short = vector.expires < 1800000000;
    EXPECT_EQ(found.result, is_short ? Result::verified : Result::invalid)
        << found.why;
    const auto member = read_dictionary(input_of(vector));
    message_.fields.push_back({"signature-agent", vector.agent});
    MessageReader reader(message_);
    const Base base = signature_base(reader, member->front());
    EXPECT_TRUE(
        keys_.find(vector.key_id, true)
            ->front()
            .key.key->verifies(
                base.text, read_item(':' + std::string(vector.signature) + ':')
                               ->value.text));
}

TEST_P(DraftVectors, CountOnlyWhereTestKeysDo) {
    const Vector& vector = GetParam();
    EXPECT_EQ(find(input_of(vector),
                   "sig2=:" + std::string(vector.signature) + ':', vector.agent)
                  .result,
              Result::unknown_key);
}

// They name an origin, and have its key under another label than their own.
TEST_P(DraftVectors, AreOfTheirAgentsDirectory) {
    const Vector& vector = GetParam();
    const auto found_with = [&](const char* url) {
        keys_ = KeyRing();
        for (const std::string& jwk : {rsa_test_jwk(), ed25519_test_jwk()}) {
            keys_.add(5, read_keys(jwk).keys.at(0),
                      std::vector<std::string>{keys_url_of(url)->text});
        }
        return find(input_of(vector),
                    "sig2=:" + std::string(vector.signature) + ':',
                    vector.agent, /*test_keys=*/true);
    };
    const CheckedSignature found = found_with("https://signature-agent.test");
    EXPECT_NE(found.result, Result::unknown_key) << found.why;
    EXPECT_EQ(to_string(found.form),
              vector.agent[0] == '"' ? "string" : "origin");
    EXPECT_EQ(found_with("https://elsewhere.test").result, Result::unknown_key);
}

TEST_P(DraftVectors, FitNoOtherAgent) {
    const Vector& vector = GetParam();
    std::string agent = vector.agent;
    agent.replace(agent.find("signature-agent.test"), 20, "elsewhere.test");
    const CheckedSignature found =
        find(input_of(vector), "sig2=:" + std::string(vector.signature) + ':',
             agent, /*test_keys=*/true);
    EXPECT_EQ(found.result, Result::invalid);
}

INSTANTIATE_TEST_SUITE_P(All, DraftVectors, ::testing::ValuesIn(kVectors));

}  // namespace
}  // namespace robots::signature
