// A public key that an operator signs its crawler's requests with.
//
// libcrypto does the arithmetic: that of any OpenSSL from 1.1.1 on, also the
// one that an nginx has built in.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace robots::signature {

// The two algorithms of RFC 9421 3.3 that crawlers use.
enum class Algorithm : std::uint8_t { ed25519, rsa_pss_sha512 };

// "ed25519", "rsa-pss-sha512": the names of RFC 9421 6.2.2.
std::string_view to_string(Algorithm algorithm);

// Bits of an RSA key: shorter ones can be broken, longer ones cost too much.
constexpr int kLeastRsaBits = 2048;
constexpr int kMostRsaBits = 4096;

// Immutable; processes and threads may share it.
class PublicKey {
  public:
    using Pointer = std::shared_ptr<const PublicKey>;

    // The key of these 32 octets (RFC 8032 5.1.5); nullptr if it is not one.
    static Pointer ed25519(std::string_view octets);

    // The key of this modulus and exponent, big-endian numbers (RFC 8017
    // 3.1). nullptr if it is not one, or its size is not between the bounds, or
    // its exponent is not odd and from 3 to 2^32.
    static Pointer rsa(std::string_view modulus, std::string_view exponent);

    Algorithm algorithm() const { return algorithm_; }

    // The SHA-256 thumbprint of RFC 7638, in base64 for URLs: 43 characters.
    const std::string& thumbprint() const { return thumbprint_; }

    // Whether anybody can sign with it, since a standard or a draft prints its
    // private half as an example.
    bool is_test_key() const { return is_test_key_; }

    // Whether `signature` is what this key makes of `text`. Takes some 20 to
    // 200 microseconds. False, too, if there is no memory.
    bool verifies(std::string_view text,
                  std::string_view signature) const noexcept;

  private:
    PublicKey() = default;

    static Pointer finish(std::shared_ptr<PublicKey> key,
                          std::string_view json);

    Algorithm algorithm_ = Algorithm::ed25519;
    bool is_test_key_ = false;
    std::shared_ptr<void> key_;  // libcrypto's EVP_PKEY
    std::string thumbprint_;
};

}  // namespace robots::signature
