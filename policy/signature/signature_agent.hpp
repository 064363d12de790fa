// Where the signer of a request says that its key is published: Signature-Agent
// (draft-ietf-webbotauth-httpsig-protocol 5.2.1 and 5.5).
//
//     Signature-Agent: sig1="https://agent.example/keys.json"
//
// A dictionary whose members are https URLs of JSON Web Key Sets. A signature
// covers the member that has its own label, as "signature-agent";key="sig1".
// What agents send since earlier drafts is read, too:
//
// - an origin, which means the directory of keys at its well-known place;
// - a string instead of the dictionary, for all signatures;
// - a member of another name than the label, or the whole dictionary, if only
//   one member can be meant.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "policy/signature/message.hpp"
#include "policy/signature/structured_fields.hpp"

namespace robots::signature {

// The name of the header.
constexpr std::string_view kSignatureAgent = "signature-agent";

// The path at which an origin publishes its keys (8.1).
constexpr std::string_view kDirectory =
    "/.well-known/http-message-signatures-directory";

// The most octets of a URL of keys.
constexpr std::size_t kMaxKeysUrl = 500;

// A URL as keys are looked up by it: in its one spelling (RFC 3986 6.2.2 and
// 6.2.3) and without its query. That of an origin is that of its directory.
struct KeysUrl {
    std::string text;
    bool is_origin = false;  // was
};

// nullopt: `url` is not absolute https, or is too long, or has a user or a
// fragment.
std::optional<KeysUrl> keys_url_of(std::string_view url);

enum class AgentForm : std::uint8_t {
    unread,   // nothing was read of it
    absent,   // there is none: the key alone says who signed
    url,      // a member, the URL of a set of keys
    origin,   // a member, an origin
    string,   // a string
    ignored,  // it has parameters, and so says nothing
};

// "", "absent", "url", "origin", "string", "ignored".
std::string_view to_string(AgentForm form);

// What Signature-Agent says about one signature.
struct Agent {
    AgentForm form = AgentForm::unread;
    std::string sent;     // the URL or origin, as it was sent
    std::string url;      // KeysUrl::text of it; empty: none
    std::string problem;  // not empty: a clause, "it covers ..."
};

// " for the origin `https://a.example`", to follow the name of a signature.
std::string described(const Agent& agent);

// The header of a request, read once for all its signatures.
class SignatureAgent {
  public:
    // `field` is the header's value, if the request has it. Refers to what
    // `reader` has read.
    SignatureAgent(const std::optional<std::string>& field,
                   MessageReader& reader);

    // Whether it is absent, or has one of its two shapes.
    bool is_readable() const { return is_readable_; }

    // What it says about the signature of `input`, a member of Signature-Input.
    // Only if it is readable.
    Agent of(const Member& input) const;

  private:
    const Member* member_of(const Member& input, std::string& problem) const;

    bool is_readable_ = true;
    bool is_absent_ = true;
    std::optional<Member> string_;
    const Dictionary* members_ = nullptr;
};

}  // namespace robots::signature
