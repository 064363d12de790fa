// Web Bot Auth: who signed a request, as of kDraft.
//
// A signature counts if
//
// - Signature-Input has a member whose `tag` is "web-bot-auth", and Signature
//   has one with the same label;
// - it has `created`, `expires` and `keyid`, a thumbprint of RFC 7638;
// - it covers "@authority" or "@target-uri", and, where the request has a
//   Signature-Agent header, what that says about it (signature_agent.hpp);
// - the key is known to be published at the URL that is said there. Without the
//   header, and for a key that was got in another way, the key alone counts
//   (4.3);
// - now is between `created` and `expires`, give or take kClockSkew, and these
//   two are kLongestLife apart at most;
// - it is that key's, and `alg`, if it is there, names the key's algorithm.
//
// A request cannot bring its own keys: Signature-Agent is not fetched.

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

// The revision that is followed, here and in docs/crawlers.md.
constexpr std::string_view kDraft = "draft-ietf-webbotauth-httpsig-protocol-01";

// The most octets of Signature, Signature-Input and Signature-Agent together,
// and the most signatures of this kind. More are malformed.
constexpr std::size_t kMaxSignatureFields = std::size_t{8} * 1024;
constexpr std::size_t kMaxSignatures = 3;

constexpr std::chrono::seconds kClockSkew{60};
constexpr std::chrono::hours kLongestLife{24};

enum class Result : std::uint8_t {
    none,         // the request has no signature of this kind
    verified,     // an owner of the key has signed it
    invalid,      // it is not the key's, or not as long as it may be
    expired,      // its time is over
    unknown_key,  // nobody is known to publish that key there
    malformed,    // it cannot be read, or lacks what it must have
    unchecked,    // it was not checked: too many were in that second
};
constexpr std::size_t kResults = 7;

// "", "verified", "invalid", "expired", "unknown_key", "malformed",
// "unchecked": as $robots_signature has it.
std::string_view to_string(Result result);

// Remembers what was verified, and says whether more may be.
class Precedents {
  public:
    Precedents() = default;
    Precedents(const Precedents&) = delete;
    Precedents& operator=(const Precedents&) = delete;

    // Whether this signature was verified before, whatever it signed.
    virtual bool has_met(std::string_view signature) = 0;
    // Whether this signature of this text was verified before.
    virtual bool know(std::string_view base, std::string_view signature) = 0;
    // Whether one more may be verified now; counts it.
    virtual bool allow() = 0;
    // It was verified, and counts until `end`.
    virtual void keep(std::string_view base, std::string_view signature,
                      Utc end) = 0;

  protected:
    ~Precedents() = default;
};

struct Finding {
    Result result = Result::none;
    // The owners of the key that verified it, as the ring numbers them.
    std::vector<std::uint32_t> owners;
    std::string why;  // for people: "signature `sig1` for ...: ..."
    AgentForm form = AgentForm::unread;
};

// What a signature covers is put together only if its key is known, and it was
// met before or may be verified. Of several the first that is verified counts;
// if none is, the first. `test_keys`: keys whose private half is public count
// too. Throws std::bad_alloc.
Finding check(const Message& message, const KeyRing& keys, bool test_keys,
              Utc now, Precedents& precedents);

// The value of Accept-Signature (RFC 9421 5.1): asks for a signature that
// counts.
std::string_view accept_signature();

}  // namespace robots::signature
