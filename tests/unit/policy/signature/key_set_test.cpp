// Key sets of RFC 7517, thumbprints of RFC 7638, and what is refused.

#include "policy/signature/key_set.hpp"

#include <gtest/gtest.h>

#include <random>

namespace robots::signature {
namespace {

// RFC 8037 A.2 and RFC 7638 3.1.
constexpr char kEd25519[] =
    R"({"kty":"OKP","crv":"Ed25519",
        "x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"})";
constexpr char kRsaKey[] =
    R"({"kty": "RSA", "n": "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx)"
    R"(4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W)"
    R"(-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqz)"
    R"(s8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6We)"
    R"(Zu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw",
        "e": "AQAB", "alg": "RS256", "kid": "2011-04-29"})";

std::string without(std::string text, std::string_view part) {
    return text.erase(text.find(part), part.size());
}
std::string rsa() {
    return without(kRsaKey, R"("alg": "RS256", )");
}
// kEd25519 with more members.
std::string with(const std::string& members) {
    return "{" + members + "," + std::string(kEd25519 + 1);
}
std::string set(const std::string& keys) {
    return R"({"keys": [)" + keys + "]}";
}

std::string problem(const std::string& json) {
    const ReadKeys read = read_keys(json);
    EXPECT_EQ(read.problem.empty(), !read.keys.empty());
    return read.problem;
}

TEST(KeySet, NamesKeysByTheirThumbprints) {
    const ReadKeys read = read_keys(set(kEd25519 + ("," + rsa())));
    ASSERT_EQ(read.keys.size(), 2U) << read.problem;
    EXPECT_EQ(read.keys[0].key->thumbprint(),
              "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");  // RFC 8037 A.3
    EXPECT_EQ(read.keys[0].key->algorithm(), Algorithm::ed25519);
    EXPECT_EQ(read.keys[1].key->thumbprint(),
              "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs");  // RFC 7638 3.1
    EXPECT_EQ(read.keys[1].key->algorithm(), Algorithm::rsa_pss_sha512);
}

TEST(KeySet, IsASetOrABareKey) {
    EXPECT_EQ(read_keys(kEd25519).keys.size(), 1U);
    EXPECT_EQ(read_keys(set(kEd25519)).keys.size(), 1U);
    EXPECT_EQ(
        read_keys(R"({"purpose": "x", "keys": [)" + with(R"("kid": 7)") + "]}")
            .keys.size(),
        1U);
}

TEST(KeySet, KnowsPublishedTestKeys) {
    EXPECT_TRUE(read_keys(kEd25519).keys.at(0).key->is_test_key());
    EXPECT_TRUE(read_keys(rsa()).keys.at(0).key->is_test_key());
    KeyRing ring;
    const TimedKey key = read_keys(kEd25519).keys.at(0);
    ring.add(3, key);
    EXPECT_EQ(ring.find(key.key->thumbprint(), false), nullptr);
    ASSERT_NE(ring.find(key.key->thumbprint(), true), nullptr);
    EXPECT_EQ(ring.find(key.key->thumbprint(), true)->at(0).number, 3U);
    EXPECT_EQ(ring.find("", true), nullptr);
}

TEST(KeySet, LeavesOutKeysOfOtherKindsAndUses) {
    for (const std::string& other :
         {std::string(R"({"kty":"EC","crv":"P-256","x":"AA","y":"AA"})"),
          std::string(R"({"kty":"OKP","crv":"X25519","x":"AA"})"),
          std::string(R"({"kty":"oct","k":"AA"})"), std::string("{}"),
          std::string(kRsaKey), with(R"("use":"enc")"),
          with(R"("key_ops":["sign"])"), with(R"("key_ops":"verify")"),
          with(R"("alg":"ES256")"), with(R"("use":1)")}) {
        EXPECT_EQ(problem(set(other)),
                  "it has no key for Ed25519 or RSA-PSS signatures")
            << other;
        const ReadKeys read = read_keys(set(other + "," + rsa()));
        EXPECT_EQ(read.keys.size(), 1U) << other;
        EXPECT_TRUE(read.skipped.empty());
    }
    for (const char* same : {R"("use":"sig")", R"("key_ops":["verify"])",
                             R"("alg":"EdDSA")", R"("alg":"Ed25519")"}) {
        EXPECT_EQ(read_keys(with(same)).keys.size(), 1U) << same;
    }
}

TEST(KeySet, SkipsKeysThatAreNone) {
    for (const std::string& bad :
         {std::string(R"({"kty":"OKP","crv":"Ed25519"})"),
          std::string(R"({"kty":"OKP","crv":"Ed25519","x":7})"),
          std::string(R"({"kty":"OKP","crv":"Ed25519","x":"AAAA"})"),
          std::string(R"({"kty":"OKP","crv":"Ed25519",
              "x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo="})"),
          with(R"("exp":"soon")"), with(R"("nbf":-1)"), with(R"("exp":1e300)"),
          std::string(R"({"kty":"RSA","n":"AQAB","e":"AQAB"})"),
          std::string(R"({"kty":"RSA","e":"AQAB"})"),
          without(rsa(), R"("e": "AQAB", )"),
          rsa().replace(rsa().find("AQAB"), 4, "AAAA"),
          rsa().replace(rsa().find("AQAB"), 4, "AQAC"),
          rsa().replace(rsa().find("AQAB"), 4, "AQAAAAAB")}) {
        const ReadKeys read = read_keys(set(bad + "," + kEd25519));
        EXPECT_EQ(read.keys.size(), 1U) << bad;
        ASSERT_EQ(read.skipped.size(), 1U) << bad;
        EXPECT_EQ(read.skipped[0].find("key 1 "), 0U) << read.skipped[0];
        EXPECT_NE(problem(set(bad)).find("it has no usable key: key 1"),
                  std::string::npos);
    }
}

TEST(KeySet, RsaKeysHaveBoundedSizes) {
    const std::string exponent("\x01\x00\x01", 3);
    for (const std::size_t bits : {1024U, 2040U, 4104U, 16384U}) {
        EXPECT_EQ(PublicKey::rsa(std::string(bits / 8, '\xc5'), exponent),
                  nullptr)
            << bits;
    }
    for (const std::size_t bits : {2048U, 3072U, 4096U}) {
        EXPECT_NE(PublicKey::rsa(std::string(bits / 8, '\xc5'), exponent),
                  nullptr)
            << bits;
    }
    EXPECT_EQ(PublicKey::rsa("", exponent), nullptr);
    EXPECT_EQ(PublicKey::rsa(std::string(256, '\0'), exponent), nullptr);
}

TEST(KeySet, ReadsTheTimesOfAKey) {
    const TimedKey always = read_keys(kEd25519).keys.at(0);
    EXPECT_TRUE(always.counts_at(Utc(0)));
    EXPECT_TRUE(always.counts_at(Utc(253402300799)));
    const TimedKey some =
        read_keys(with(R"("nbf":1700000000,"exp":1700003600.5)")).keys.at(0);
    EXPECT_FALSE(some.counts_at(Utc(1699999999)));
    EXPECT_TRUE(some.counts_at(Utc(1700000000)));
    EXPECT_TRUE(some.counts_at(Utc(1700003599)));
    EXPECT_FALSE(some.counts_at(Utc(1700003600)));
    const TimedKey milliseconds =
        read_keys(with(R"("exp":1700000000000)")).keys.at(0);
    EXPECT_EQ(milliseconds.expires, Utc(1700000000));
}

TEST(KeySet, RefusesOtherTexts) {
    EXPECT_EQ(problem(""), "it is not valid JSON, or ends too early");
    EXPECT_EQ(problem(R"({"keys": [)"),
              "it is not valid JSON, or ends too early");
    EXPECT_EQ(problem("[]"), "it is not a JSON object");
    EXPECT_EQ(problem("{}"), "it has no list `keys`");
    EXPECT_EQ(problem(R"({"keys": {}})"), "its `keys` is not a list");
    EXPECT_EQ(problem(R"({"keys": [1]})"), "key 1 is not a JSON object");
    EXPECT_EQ(problem(set("")),
              "it has no key for Ed25519 or RSA-PSS signatures");
    std::string many = "{}";
    for (std::size_t i = 0; i < kMaxKeys; ++i) {
        many += ",{}";
    }
    EXPECT_EQ(problem(set(many)), "it has more than 64 keys");
    EXPECT_EQ(problem(std::string(kMaxKeySet + 1, ' ')),
              "it is larger than 256 KiB");
    EXPECT_EQ(problem(std::string(kMaxKeySet, '[')),
              "it is not valid JSON, or ends too early");
}

TEST(KeySet, RefusesPrivateKeys) {
    EXPECT_EQ(problem(set(kEd25519 + ("," + with(R"("d":"AA")")))),
              "key 2 is a private key (`d`), which only its owner may have; "
              "publish the public members only");
    EXPECT_NE(problem(with(R"("d":null)")), "");
}

// RFC 8032 7.1, tests 1 and 2.
TEST(KeySet, VerifiesTheVectorsOfEd25519) {
    const auto octets = [](std::string_view hexadecimal) {
        std::string out;
        for (std::size_t i = 0; i < hexadecimal.size(); i += 2) {
            out += static_cast<char>(
                std::stoi(std::string(hexadecimal.substr(i, 2)), nullptr, 16));
        }
        return out;
    };
    const auto first = PublicKey::ed25519(octets(
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"));
    const std::string signature = octets(
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b");
    EXPECT_TRUE(first->verifies("", signature));
    EXPECT_FALSE(first->verifies("a", signature));
    EXPECT_FALSE(first->verifies("", signature.substr(1)));
    EXPECT_FALSE(first->verifies("", signature + '\0'));
    EXPECT_FALSE(first->verifies("", ""));
    const auto second = PublicKey::ed25519(octets(
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"));
    EXPECT_FALSE(second->verifies("", signature));
    EXPECT_TRUE(second->verifies(
        octets("72"),
        octets(
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c0"
            "0")));
}

// Whatever a file says, it is read without a fault.
TEST(KeySet, StandsAnyText) {
    const std::string whole = set(kEd25519 + ("," + rsa()));
    std::mt19937 random(11);
    for (int i = 0; i < 3000; ++i) {
        std::string text = whole;
        for (unsigned changes = random() % 4 + 1; changes > 0; --changes) {
            text[random() % text.size()] = static_cast<char>(random());
        }
        const ReadKeys read = read_keys(text.substr(0, random() % 800));
        EXPECT_EQ(read.problem.empty(), !read.keys.empty());
    }
}

}  // namespace
}  // namespace robots::signature
