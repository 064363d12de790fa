// What forgers may try, and what becomes of it.

#include <gtest/gtest.h>

#include <random>

#include "policy/signature/field_text.hpp"
#include "tests/unit/policy/signature/test_keys.hpp"
#include "tests/unit/policy/signature/web_bot_auth_fixture.hpp"

namespace robots::signature {
namespace {

// Requests that somebody has changed.
class Forgeries : public WebBotAuth {
  protected:
    using Text = std::string;

    // The result of a good request, its headers changed.
    template <typename Change>
    std::string forged(Change change) {
        const Message kept = message_;
        const Signing signing = signing_;
        Text in = input;
        Text out = signature;
        change(in, out);
        std::string told = result(in, out);
        message_ = kept;
        signing_ = signing;
        return told;
    }

    const Text input = signing_.input();
    const Text signature = signing_.signature(agent_);
};

TEST_F(Forgeries, ARequestFitsItsHostAndMethod) {
    // Another host, and the same one written in another way.
    EXPECT_EQ(forged([&](Text&, Text&) { message_.authority = "a.example"; }),
              "invalid");
    EXPECT_EQ(forged([&](Text&, Text&) { message_.authority = "EXAMPLE.com"; }),
              "verified");
    // What is not covered may change: the method, the path.
    EXPECT_EQ(forged([&](Text&, Text&) { message_.method = "POST"; }),
              "verified");
    EXPECT_EQ(forged([&](Text& in, Text& out) {
                  signing_.covered.push_back({"\"@method\"", "GET"});
                  in = signing_.input();
                  out = signing_.signature(agent_);
                  message_.method = "POST";
              }),
              "invalid");
}

TEST_F(Forgeries, TheListOfComponentsIsSigned) {
    // The list of components cut, reordered, and made longer.
    EXPECT_EQ(forged([&](Text& in, Text& out) {
                  signing_.covered.push_back({"\"@path\"", "/a"});
                  out = signing_.signature(agent_);
                  in = input;
              }),
              "invalid");
    EXPECT_EQ(forged([&](Text& in, Text& out) {
                  signing_.covered.push_back({"\"@path\"", "/a"});
                  out = signing_.signature(agent_);
                  std::swap(signing_.covered[0], signing_.covered[1]);
                  in = signing_.input();
              }),
              "invalid");
    EXPECT_EQ(
        forged([&](Text& in, Text&) { in.insert(in.find(')'), " \"@path\""); }),
        "invalid");
}

TEST_F(Forgeries, LabelsMustAgree) {
    // The label of a signature swapped, and missing.
    EXPECT_EQ(forged([](Text&, Text& out) { out.replace(0, 4, "sig2"); }),
              "malformed");
    EXPECT_EQ(forged([](Text& in, Text&) { in.replace(0, 4, "sig2"); }),
              "malformed");
    // Labels are not signed: both changed alike is the same signature.
    EXPECT_EQ(forged([](Text& in, Text& out) {
                  in.replace(0, 4, "abcd");
                  out.replace(0, 4, "abcd");
              }),
              "verified");
}

TEST_F(Forgeries, AKeyIsTheOneThatIsNamed) {
    // Another's key id, and one that nobody has.
    EXPECT_EQ(forged([&](Text& in, Text&) {
                  in.replace(in.find(agent_.thumbprint()), 43,
                             other_.thumbprint());
              }),
              "invalid");
    EXPECT_EQ(forged([&](Text& in, Text&) {
                  in.replace(in.find(agent_.thumbprint()), 43, Text(43, 'A'));
              }),
              "unknown_key");
    // Signed by another key than it says.
    EXPECT_EQ(
        forged([&](Text&, Text& out) { out = signing_.signature(other_); }),
        "invalid");
}

// What a signer put together in another way than the RFC is not verified.
TEST_F(Forgeries, WhatIsCoveredHasOneValueAndComesOnce) {
    message_.target = "";
    signing_.covered.push_back({"\"@path\"", ""});
    EXPECT_EQ(result(), "invalid");
    signing_.covered.back().value = "/";
    EXPECT_EQ(result(), "verified");
    signing_.covered.back() = signing_.covered.front();
    EXPECT_EQ(why(),
              "signature `sig1` without `Signature-Agent`: it covers "
              "`\"@authority\"` twice");
    signing_.covered.back() = {"\"content-digest\"", "sha-256=:AA==:"};
    EXPECT_EQ(result(), "malformed");
    message_.fields.push_back({"content-digest", "sha-256=:AA==:"});
    EXPECT_EQ(result(), "verified");
}

TEST_F(Forgeries, NothingMayFollow) {
    // Data behind the headers, and in the signature.
    EXPECT_EQ(forged([](Text&, Text& out) { out += "AA"; }), "malformed");
    EXPECT_EQ(forged([](Text& in, Text&) { in += " x"; }), "malformed");
    EXPECT_EQ(forged([](Text&, Text& out) { out.insert(out.size() - 3, "A"); }),
              "malformed");
    EXPECT_EQ(forged([&](Text&, Text& out) {
                  out = "sig1=:" +
                        tests::base64(agent_.sign(signing_.base()) + "x") + ':';
              }),
              "invalid");
    EXPECT_EQ(forged([](Text&, Text& out) { out = "sig1=::"; }), "invalid");
    EXPECT_EQ(forged([](Text&, Text& out) { out = "sig1=AA"; }), "malformed");
    EXPECT_EQ(forged([](Text&, Text& out) { out = "sig1"; }), "malformed");
    EXPECT_EQ(forged([](Text&, Text& out) { out = ""; }), "malformed");
}

TEST_F(Forgeries, NothingMayBeAdded) {
    // More of a life than was signed.
    EXPECT_EQ(forged([&](Text& in, Text&) {
                  in.replace(in.find(std::to_string(signing_.expires)), 10,
                             std::to_string(signing_.expires + 1));
              }),
              "invalid");
    // A line of the base smuggled in by a value.
    EXPECT_EQ(
        forged([&](Text& in, Text&) {
            in.insert(in.find(')'), " \"a\"");
            message_.fields.push_back({"a", "1\n\"@authority\": example.com"});
        }),
        "invalid");
}

TEST_F(WebBotAuth, AnAlgorithmIsTheKeys) {
    signing_.more = ";alg=\"ed25519\"";
    EXPECT_EQ(result(), "verified");
    signing_.more = ";alg=\"rsa-pss-sha512\"";
    EXPECT_EQ(why(),
              "signature `sig1` without `Signature-Agent`: its `alg` is "
              "`rsa-pss-sha512`, but the key is for ed25519");
    signing_.more = ";alg=\"hmac-sha256\"";
    EXPECT_EQ(result(), "invalid");
    // An RSA key with Ed25519's name.
    add(5, rsa_test_jwk());
    signing_.key_id = rsa_test_key()->thumbprint();
    signing_.more = ";alg=\"ed25519\"";
    EXPECT_EQ(find(signing_.input(), signing_.signature(agent_), "", true).why,
              "signature `sig1` without `Signature-Agent`: its `alg` is "
              "`ed25519`, but the key is for rsa-pss-sha512");
}

// Whether two inputs mean the same.
bool written_alike(const std::string& a, const std::string& b) {
    const auto one = read_dictionary(a);
    const auto other = read_dictionary(b);
    return one && other && one->size() == 1 &&
           written(one->front()) == written(other->front());
}

// One octet changed anywhere, and it is not verified; whatever is sent is read
// without a fault.
TEST_F(WebBotAuth, NoChangeGoesUnnoticed) {
    const std::string input = signing_.input();
    const std::string signature = signing_.signature(agent_);
    memory_.left = 1 << 20;
    std::mt19937 random(5);
    for (std::size_t at = 5; at < input.size(); ++at) {
        std::string changed = input;
        changed[at] = static_cast<char>(changed[at] ^ (1 << random() % 7));
        if (written_alike(changed, input)) {
            continue;
        }
        EXPECT_NE(result(changed, signature), "verified") << changed;
    }
    for (std::size_t at = 6; at + 4 < signature.size(); ++at) {
        std::string changed = signature;
        changed[at] = changed[at] == 'A' ? 'B' : 'A';
        EXPECT_NE(result(input, changed), "verified") << changed;
    }
    for (int i = 0; i < 5000; ++i) {
        std::string one = input;
        std::string two = signature;
        for (int j = 0; j < 3; ++j) {
            one[random() % one.size()] = static_cast<char>(random());
            two[random() % two.size()] = static_cast<char>(random());
        }
        find(one.substr(0, random() % (2 * one.size())),
             two.substr(0, random() % (2 * two.size())), one);
    }
}

}  // namespace
}  // namespace robots::signature
