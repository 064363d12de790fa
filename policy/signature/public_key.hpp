// A public key whose private key signs the requests of an operator's crawler.
//
// libcrypto (of OpenSSL 1.1.1 or later) does the arithmetic. nginx itself may
// use the same libcrypto.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace robots::signature {

// The two algorithms of RFC 9421 3.3 that crawlers use.
enum class Algorithm : std::uint8_t { ed25519, rsa_pss_sha512 };

// Returns the algorithm's name in RFC 9421 6.2.2: "ed25519", "rsa-pss-sha512".
std::string_view to_string(Algorithm algorithm);

// Bounds of an RSA key in bits. Shorter keys can be broken, and longer keys
// cost too much time.
constexpr int kLeastRsaBits = 2048;
constexpr int kMostRsaBits = 4096;

// A public key. Immutable: processes and threads may share a key.
class PublicKey {
  public:
    using Pointer = std::shared_ptr<const PublicKey>;

    // Makes a key from its 32 octets (RFC 8032 5.1.5). Returns nullptr if
    // `octets` are not a key.
    static Pointer ed25519(std::string_view octets);

    // Makes a key from its modulus and exponent, big-endian numbers (RFC 8017
    // 3.1). Returns nullptr if the numbers are not a key, if the size is out of
    // the bounds above, or if the exponent is not an odd number from 3 to 2^32.
    static Pointer rsa(std::string_view modulus, std::string_view exponent);

    Algorithm algorithm() const { return algorithm_; }

    // Returns the SHA-256 thumbprint (RFC 7638) in base64url: 43 characters.
    const std::string& thumbprint() const { return thumbprint_; }

    // Whether anybody can sign with the key, because a standard or a draft
    // prints the private key as an example.
    bool is_test_key() const { return is_test_key_; }

    // Whether this key made `signature` for `text`. Takes some 20 to 200
    // microseconds. Also returns false if memory is short.
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
