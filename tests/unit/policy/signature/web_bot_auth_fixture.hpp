// An agent that signs its requests, another agent, and a request.

#pragma once

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "policy/signature/web_bot_auth.hpp"
#include "tests/harness/signer.hpp"

namespace robots::signature {

using tests::Signer;
using tests::Signing;

constexpr std::int64_t kNow = 1735689700;

// Remembers all signatures, and allows `left` more checks.
class Memory : public Precedents {
  public:
    bool has_met(std::string_view signature) override {
        return met.count(std::string(signature)) != 0;
    }
    bool know(std::string_view base, std::string_view signature) override {
        return known.count(std::string(base) + std::string(signature)) != 0;
    }
    bool allow() override { return left-- > 0; }
    void keep(std::string_view base, std::string_view signature,
              Utc end) override {
        known[std::string(base) + std::string(signature)] = end;
        met.insert(std::string(signature));
    }

    int left = 100;
    std::map<std::string, Utc> known;
    std::set<std::string> met;
};

class WebBotAuth : public ::testing::Test {
  protected:
    WebBotAuth() {
        add(0, agent_.jwk());
        add(1, other_.jwk());
        message_.method = "GET";
        message_.scheme = "https";
        message_.authority = "example.com";
        message_.target = "/a?b";
        signing_.covered = {{"\"@authority\"", "example.com"}};
        signing_.created = kNow - 10;
        signing_.expires = kNow + 290;
        signing_.key_id = agent_.thumbprint();
    }

    void add(std::uint32_t owner, const std::string& jwk) {
        const ReadKeys read = read_keys(jwk);
        ASSERT_EQ(read.problem, "");
        for (const TimedKey& key : read.keys) {
            keys_.add(owner, key);
        }
    }

    CheckedSignature find(const std::string& input,
                          const std::string& signature,
                          const std::string& agent = "",
                          bool test_keys = false) {
        Message message = message_;
        message.fields.push_back({"signature-input", input});
        message.fields.push_back({"signature", signature});
        if (!agent.empty()) {
            message.fields.push_back({"signature-agent", agent});
        }
        return check(message, keys_, test_keys, Utc(now_), memory_);
    }
    std::string result(const std::string& input, const std::string& signature,
                       const std::string& agent = "") {
        return std::string(to_string(find(input, signature, agent).result));
    }
    // Returns the result for a request signed as `signing_` says.
    std::string result(const std::string& agent = "") {
        return result(signing_.input(), signing_.signature(agent_), agent);
    }
    std::string why(const std::string& agent = "") {
        return find(signing_.input(), signing_.signature(agent_), agent).why;
    }

    Signer agent_{1};
    Signer other_{2};
    Signing signing_;
    Message message_;
    KeyRing keys_;
    Memory memory_;
    std::int64_t now_ = kNow;
};

}  // namespace robots::signature
