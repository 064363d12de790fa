// Measures with callgrind the instructions needed to check a request's
// signatures:
//
//   valgrind --tool=callgrind --toggle-collect=check_signatures
//       signature_instructions 250-members known 16
//
// collects the instructions for 16 requests with that name in
// tests/harness/costly_signatures.hpp; "honest" is a request as agents send it.
// With "known", the requests name a known key; with "unknown", an unknown key;
// with "remembered", a known key whose signature was verified before. Prints
// the result.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "policy/signature/web_bot_auth.hpp"
#include "tests/harness/costly_signatures.hpp"
#include "tests/harness/signer.hpp"

namespace {

using robots::Utc;
namespace signature = robots::signature;

constexpr std::int64_t kNow = 1'735'689'700;

class Counting : public signature::Precedents {
  public:
    explicit Counting(bool remembers) : remembers_(remembers) {}

    bool has_met(std::string_view) override { return remembers_; }
    bool know(std::string_view, std::string_view) override {
        return remembers_;
    }
    bool allow() override { return true; }
    void keep(std::string_view, std::string_view, Utc) override {}

  private:
    bool remembers_;
};

robots::tests::CostlyRequest honest(const robots::tests::Signer& agent) {
    robots::tests::Signing signing;
    signing.covered = {
        {"\"@authority\"", "site.example"},
        {"\"signature-agent\";key=\"a\"", "\"https://agent.example\""}};
    signing.created = kNow - 9;
    signing.expires = kNow + 99;
    signing.key_id = agent.thumbprint();
    robots::tests::CostlyRequest out{"honest"};
    out.fields = {{"signature-input", signing.input()},
                  {"signature", signing.signature(agent)},
                  {"signature-agent", "a=\"https://agent.example\""}};
    return out;
}

}  // namespace

// Named in C's way, so that callgrind finds it.
extern "C" [[gnu::noinline]] int check_signatures(
    const signature::Message& message, const signature::KeyRing& keys,
    bool remembered, int count) {
    Counting precedents(remembered);
    int found = 0;
    for (int i = 0; i < count; ++i) {
        found = static_cast<int>(
            signature::check(message, keys, false, Utc(kNow), precedents)
                .result);
    }
    return found;
}

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fputs(
            "usage: signature_instructions NAME known|unknown|remembered "
            "COUNT\n",
            stderr);
        return 2;
    }
    const robots::tests::Signer agent(1);
    const robots::tests::Signer stranger(2);
    signature::KeyRing keys;
    for (const auto& key : signature::read_keys(agent.jwk()).keys) {
        keys.add(0, key);
    }
    const bool known = std::strcmp(argv[2], "unknown") != 0;
    const bool remembered = std::strcmp(argv[2], "remembered") == 0;
    const robots::tests::Signer& signer = known ? agent : stranger;
    auto requests = robots::tests::costly_signatures(kNow, signer.thumbprint());
    requests.push_back(honest(signer));
    for (const auto& request : requests) {
        if (std::strcmp(request.name, argv[1]) != 0) {
            continue;
        }
        signature::Message message;
        message.method = "GET";
        message.scheme = "https";
        message.authority = "site.example";
        message.target = request.target;
        for (const auto& [name, value] : request.fields) {
            message.fields.push_back({name, value});
        }
        const int found =
            check_signatures(message, keys, remembered, std::atoi(argv[3]));
        const std::string_view result =
            to_string(static_cast<signature::Result>(found));
        std::printf("%s requests, %.*s\n", argv[3],
                    static_cast<int>(result.size()), result.data());
        return 0;
    }
    std::fputs("no request has that name\n", stderr);
    return 2;
}
