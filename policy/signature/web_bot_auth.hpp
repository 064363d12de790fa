// Web Bot Auth: finds who signed a request
// (draft-ietf-webbotauth-httpsig-protocol-01).
//
// A signature counts if
//
// - Signature-Input has a member whose `tag` is "web-bot-auth", and Signature
//   has a member with the same label;
// - the member of Signature-Input has `created`, `expires` and `keyid`, a
//   thumbprint of RFC 7638;
// - the signature covers "@authority" or "@target-uri" and, if the request has
//   a Signature-Agent header, the part of that header that is meant for the
//   signature (signature_agent.hpp);
// - the key is known to be published at the URL in that header. The key alone
//   is enough (4.3) if the request lacks the header, or if no URL is known for
//   the key;
// - now is between `created` and `expires`, with a tolerance of kClockSkew, and
//   `expires` is at most kLongestLife after `created`;
// - the key made the signature, and `alg`, if present, names the key's
//   algorithm.
//
// A request cannot bring its own keys: the URL in Signature-Agent is not
// fetched.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "policy/base/time.hpp"
#include "policy/signature/key_set.hpp"
#include "policy/signature/message.hpp"
#include "policy/signature/signature_agent.hpp"

namespace robots::signature {

// Maximum octets of Signature, Signature-Input and Signature-Agent together,
// and maximum signatures with the tag "web-bot-auth" in a request. If a request
// has more, the result is Result::malformed.
constexpr std::size_t kMaxSignatureFields = std::size_t{8} * 1024;
constexpr std::size_t kMaxSignatures = 3;

constexpr std::chrono::seconds kClockSkew{60};
constexpr std::chrono::hours kLongestLife{24};

enum class Result : std::uint8_t {
    none,         // no signature of the request has the tag "web-bot-auth"
    verified,     // an owner of the key signed the request
    invalid,      // wrong key or `alg`, life too long, or not yet valid
    expired,      // `expires` has passed
    unknown_key,  // nobody is known to publish the key (at the URL)
    malformed,    // cannot be read, or lacks a mandatory part
    unchecked,    // too many signatures were verified in this second
};
constexpr std::size_t kResults = 7;

// Returns the value of $robots_signature: "", "verified", "invalid", "expired",
// "unknown_key", "malformed" or "unchecked".
std::string_view to_string(Result result);

// Remembers verified signatures, and limits how many signatures are verified in
// each second.
class Precedents {
  public:
    Precedents() = default;
    Precedents(const Precedents&) = delete;
    Precedents& operator=(const Precedents&) = delete;

    // Whether this signature was verified before, for any text.
    virtual bool has_met(std::string_view signature) = 0;
    // Whether this signature was verified before, for this text.
    virtual bool know(std::string_view base, std::string_view signature) = 0;
    // Whether one more signature may be verified now. If true, counts this
    // verification.
    virtual bool allow() = 0;
    // Remembers until `end` that the signature was verified.
    virtual void keep(std::string_view base, std::string_view signature,
                      Utc end) = 0;

  protected:
    ~Precedents() = default;
};

struct CheckedSignature {
    Result result = Result::none;
    // KeyRing::Owner::number of each owner of the key, if `result` is verified.
    std::vector<std::uint32_t> owners;
    std::string why;  // for people: "signature `sig1` for ...: ..."
    AgentForm form = AgentForm::unread;
};

// Checks the signatures of `message`. Builds the signature base only if the key
// is known, and only if the signature was verified before or `precedents`
// allows one more verification. Returns the finding for the first signature
// that is verified or, if no signature is verified, for the first signature. If
// `test_keys` is false, test keys (PublicKey::is_test_key) count as unknown
// keys. Throws std::bad_alloc.
CheckedSignature check(const Message& message, const KeyRing& keys,
                       bool test_keys, Utc now, Precedents& precedents);

// Returns the value of Accept-Signature (RFC 9421 5.1), which asks a client for
// a signature that counts (see above).
std::string_view accept_signature();

}  // namespace robots::signature
