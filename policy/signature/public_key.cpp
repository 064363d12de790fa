#include "policy/signature/public_key.hpp"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include <algorithm>
#include <array>

#include "policy/base/base64.hpp"
#include "policy/base/octets.hpp"

namespace robots::signature {

namespace {

constexpr std::size_t kEd25519Octets = 32;
constexpr std::size_t kEd25519Signature = 64;

// The thumbprints of keys whose private keys are printed in standards.
constexpr std::array<std::string_view, 7> kPublishedTestKeys{
    "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U",  // RFC 9421 B.1.4
    "oD0HwocPBSfpNy5W3bpJeyFGY_IQ_YpqxSjQ3Yd-CLA",  // RFC 9421 B.1.2
    "BHj8s0GPnMEQtkaULIM-PLgEhLBbuGUQ1vMxmBWZzEo",  // RFC 9421 B.1.1
    "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",  // RFC 8037 A.1
    "FtIu-VbGrfe_KB6CH7GNwODB72MNxj_ml11dEvO-7kk",  // RFC 8032 7.1, test 2
    "FVV5umTuau890q59V-4Ga_R6qWb7ON_ivJc4EjvCwTM",  // RFC 8032 7.1, test 3
    "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs",  // RFC 7517 A.2
};

const unsigned char* raw(std::string_view octets) {
    return reinterpret_cast<const unsigned char*>(octets.data());
}

// The destructor removes the libcrypto errors that occurred since the
// constructor. nginx uses the same list of errors, and would log them for the
// next TLS connection.
class ErrorMark {
  public:
    ErrorMark() { ERR_set_mark(); }
    ErrorMark(const ErrorMark&) = delete;
    ErrorMark& operator=(const ErrorMark&) = delete;
    ~ErrorMark() { ERR_pop_to_mark(); }
};

std::string sha256(std::string_view text) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> out{};
    unsigned size = 0;
    if (EVP_Digest(text.data(), text.size(), out.data(), &size, EVP_sha256(),
                   nullptr) != 1) {
        return {};
    }
    return {reinterpret_cast<const char*>(out.data()), size};
}

std::string_view without_zeros(std::string_view number) {
    const std::size_t first = number.find_first_not_of('\0');
    return number.substr(std::min(first, number.size()));
}

// Returns one element of DER (X.690 10.1).
std::string der(char tag, std::string_view content) {
    std::string length;
    for (std::size_t rest = content.size(); rest > 0; rest >>= 8) {
        length.insert(length.begin(), static_cast<char>(rest & 0xff));
    }
    std::string out{tag};
    if (content.size() < 0x80) {
        out += static_cast<char>(content.size());
    } else {
        out += static_cast<char>(0x80 | length.size());
        out += length;
    }
    return out.append(content);
}

std::string der_number(std::string_view number) {
    const bool looks_negative =
        (static_cast<unsigned char>(number[0]) & 0x80) != 0;
    return der(
        '\x02',
        (looks_negative ? std::string(1, '\0') : std::string()).append(number));
}

// Returns an RSA key as SubjectPublicKeyInfo (RFC 3279 2.3.1). All versions of
// libcrypto read this form. The functions that make a key from two numbers are
// not the same in all versions.
std::string rsa_der(std::string_view modulus, std::string_view exponent) {
    // The identifier rsaEncryption, 1.2.840.113549.1.1.1, and NULL.
    constexpr std::string_view kRsa{
        "\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01\x05\x00", 13};
    constexpr char kSequence = '\x30';
    constexpr char kBitString = '\x03';
    const std::string key =
        der(kSequence, der_number(modulus) + der_number(exponent));
    return der(kSequence, der(kSequence, kRsa) +
                              der(kBitString, std::string(1, '\0') + key));
}

bool is_exponent(std::string_view exponent) {
    constexpr std::size_t kMostOctets = 4;
    return !exponent.empty() && exponent.size() <= kMostOctets &&
           (exponent.back() & 1) != 0 && exponent != "\x01";
}

// Sets the PSS padding of RFC 9421 3.3.1: the salt is as long as SHA-512, and
// MGF1 uses SHA-512 by default.
bool set_pss(EVP_PKEY_CTX* context) {
    return EVP_PKEY_CTX_ctrl_str(context, "rsa_padding_mode", "pss") == 1 &&
           EVP_PKEY_CTX_ctrl_str(context, "rsa_pss_saltlen", "64") == 1;
}

}  // namespace

std::string_view to_string(Algorithm algorithm) {
    return algorithm == Algorithm::ed25519 ? "ed25519" : "rsa-pss-sha512";
}

PublicKey::Pointer PublicKey::finish(std::shared_ptr<PublicKey> key,
                                     std::string_view json) {
    key->thumbprint_ = to_base64(sha256(json), Base64::url);
    key->is_test_key_ =
        std::find(kPublishedTestKeys.begin(), kPublishedTestKeys.end(),
                  key->thumbprint_) != kPublishedTestKeys.end();
    return key->thumbprint_.empty() ? nullptr : Pointer(std::move(key));
}

PublicKey::Pointer PublicKey::ed25519(std::string_view octets) {
    const ErrorMark mark;
    if (octets.size() != kEd25519Octets) {
        return nullptr;
    }
    EVP_PKEY* made = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr,
                                                 raw(octets), octets.size());
    if (made == nullptr) {
        return nullptr;
    }
    const std::shared_ptr<PublicKey> key(new PublicKey);
    key->key_ = std::shared_ptr<EVP_PKEY>(made, EVP_PKEY_free);
    key->algorithm_ = Algorithm::ed25519;
    return finish(key, R"({"crv":"Ed25519","kty":"OKP","x":")" +
                           to_base64(octets, Base64::url) + R"("})");
}

PublicKey::Pointer PublicKey::rsa(std::string_view modulus,
                                  std::string_view exponent) {
    const ErrorMark mark;
    modulus = without_zeros(modulus);
    exponent = without_zeros(exponent);
    if (modulus.empty() || modulus.size() > kMostRsaBits / 8 ||
        !is_exponent(exponent)) {
        return nullptr;
    }
    const std::string info = rsa_der(modulus, exponent);
    const unsigned char* at = raw(info);
    EVP_PKEY* made = d2i_PUBKEY(nullptr, &at, static_cast<long>(info.size()));
    if (made == nullptr) {
        return nullptr;
    }
    const std::shared_ptr<PublicKey> key(new PublicKey);
    key->key_ = std::shared_ptr<EVP_PKEY>(made, EVP_PKEY_free);
    key->algorithm_ = Algorithm::rsa_pss_sha512;
    const int bits = EVP_PKEY_bits(made);
    if (bits < kLeastRsaBits || bits > kMostRsaBits) {
        return nullptr;
    }
    return finish(key, R"({"e":")" + to_base64(exponent, Base64::url) +
                           R"(","kty":"RSA","n":")" +
                           to_base64(modulus, Base64::url) + R"("})");
}

bool PublicKey::verifies(std::string_view text,
                         std::string_view signature) const noexcept {
    const ErrorMark mark;
    const bool is_rsa = algorithm_ == Algorithm::rsa_pss_sha512;
    if (!is_rsa && signature.size() != kEd25519Signature) {
        return false;
    }
    EVP_MD_CTX* context = EVP_MD_CTX_new();
    EVP_PKEY_CTX* settings = nullptr;  // owned by `context`
    const bool good =
        context != nullptr &&
        EVP_DigestVerifyInit(context, &settings,
                             is_rsa ? EVP_sha512() : nullptr, nullptr,
                             static_cast<EVP_PKEY*>(key_.get())) == 1 &&
        (!is_rsa || set_pss(settings)) &&
        EVP_DigestVerify(context, raw(signature), signature.size(), raw(text),
                         text.size()) == 1;
    EVP_MD_CTX_free(context);
    return good;
}

}  // namespace robots::signature
