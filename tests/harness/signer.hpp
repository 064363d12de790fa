// An agent's key, and requests that are signed with it, or forged.

#pragma once

#include <openssl/evp.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace robots::tests {

// Returns OpenSSL's Base64 of `octets`; with `url`, as JSON Web Keys have it.
inline std::string base64(std::string_view octets, bool url = false) {
    std::string out((octets.size() + 2) / 3 * 4 + 1, '\0');
    EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                    reinterpret_cast<const unsigned char*>(octets.data()),
                    static_cast<int>(octets.size()));
    out.pop_back();
    if (url) {
        out.erase(out.find_last_not_of('=') + 1);
        for (char& c : out) {
            c = c == '+' ? '-' : c == '/' ? '_' : c;
        }
    }
    return out;
}

inline std::string sha256(std::string_view text) {
    std::array<unsigned char, 32> out{};
    EVP_Digest(text.data(), text.size(), out.data(), nullptr, EVP_sha256(),
               nullptr);
    return {reinterpret_cast<const char*>(out.data()), out.size()};
}

// An Ed25519 key whose private key is one octet repeated 32 times.
class Signer {
  public:
    explicit Signer(unsigned char seed) {
        std::array<unsigned char, 32> octets{};
        octets.fill(seed);
        key_ = std::shared_ptr<EVP_PKEY>(
            EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr,
                                         octets.data(), octets.size()),
            EVP_PKEY_free);
    }

    std::string public_octets() const {
        std::array<unsigned char, 32> out{};
        std::size_t size = out.size();
        EVP_PKEY_get_raw_public_key(key_.get(), out.data(), &size);
        return {reinterpret_cast<const char*>(out.data()), size};
    }
    // The public key as it is published.
    std::string jwk() const {
        return R"({"crv":"Ed25519","kty":"OKP","x":")" +
               base64(public_octets(), true) + R"("})";
    }
    std::string jwks() const { return R"({"keys":[)" + jwk() + "]}"; }
    std::string thumbprint() const { return base64(sha256(jwk()), true); }

    // Returns the octets of a signature.
    std::string sign(std::string_view text) const {
        std::string out(64, '\0');
        std::size_t size = out.size();
        const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(
            EVP_MD_CTX_new(), EVP_MD_CTX_free);
        EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr,
                           key_.get());
        EVP_DigestSign(
            context.get(), reinterpret_cast<unsigned char*>(out.data()), &size,
            reinterpret_cast<const unsigned char*>(text.data()), text.size());
        return out;
    }

  private:
    std::shared_ptr<EVP_PKEY> key_;
};

// The data that an agent signs. The signature base is built here separately
// from the code under test, so that tests compare the two.
struct Signing {
    // A covered component as it is written, with its value.
    struct Covered {
        std::string name;  // "\"@authority\""
        std::string value;
    };
    std::vector<Covered> covered;
    std::int64_t created = 0;
    std::int64_t expires = 0;
    std::string key_id;
    std::string more;  // further parameters: ";alg=\"ed25519\""
    std::string tag = "web-bot-auth";
    std::string label = "sig1";

    std::string parameters() const {
        std::string out = "(";
        for (const Covered& each : covered) {
            out += (out.size() == 1 ? "" : " ") + each.name;
        }
        return out + ");created=" + std::to_string(created) +
               ";expires=" + std::to_string(expires) + ";keyid=\"" + key_id +
               "\";tag=\"" + tag + '"' + more;
    }
    std::string base() const {
        std::string out;
        for (const Covered& each : covered) {
            out += each.name + ": " + each.value + '\n';
        }
        return out + "\"@signature-params\": " + parameters();
    }
    // The values of the two headers.
    std::string input() const { return label + '=' + parameters(); }
    std::string signature(const Signer& signer) const {
        return label + "=:" + base64(signer.sign(base())) + ':';
    }
};

}  // namespace robots::tests
