// The Signature-Agent header, in which the signer of a request says where its
// key is published (draft-ietf-webbotauth-httpsig-protocol 5.2.1 and 5.5).
//
//     Signature-Agent: sig1="https://agent.example/keys.json"
//
// The header is a dictionary whose members are https URLs of JSON Web Key Sets.
// A signature covers the member whose key is the label of the signature, as
// "signature-agent";key="sig1". Forms of earlier drafts are accepted, too:
//
// - an origin, which means the directory of keys at its well-known path;
// - a string instead of a dictionary, for all signatures of the request;
// - a signature that covers a member with another key, or the whole dictionary,
//   if only one member can be meant.

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

// The path at which an origin publishes its keys (section 8.1 of the draft).
constexpr std::string_view kDirectory =
    "/.well-known/http-message-signatures-directory";

// Maximum octets of a URL of keys.
constexpr std::size_t kMaxKeysUrl = 500;

// A URL by which keys are looked up: normalised (RFC 3986 6.2.2 and 6.2.3) and
// without its query. An origin becomes the URL of its directory.
struct KeysUrl {
    std::string text;
    bool is_origin = false;  // whether the URL was an origin
};

// Normalises `url`. Returns nullopt if it is not an absolute https URL, is too
// long, or has a user or a fragment.
std::optional<KeysUrl> keys_url_of(std::string_view url);

enum class AgentForm : std::uint8_t {
    unread,   // the header was not read
    absent,   // the header is missing: the key alone identifies the signer
    url,      // a member: the URL of a key set
    origin,   // a member: an origin
    string,   // a string instead of a dictionary
    ignored,  // ignored because the member or string has parameters
};

// Returns "", "absent", "url", "origin", "string" or "ignored".
std::string_view to_string(AgentForm form);

// What Signature-Agent says about one signature.
struct Agent {
    AgentForm form = AgentForm::unread;
    std::string sent;     // the URL or origin, as it was sent
    std::string url;      // KeysUrl::text of `sent`; empty if `sent` is
    std::string problem;  // not empty: a clause, "it covers ..."
};

// Returns a phrase that messages put behind the name of a signature, such as
// " for the origin `https://a.example`".
std::string described(const Agent& agent);

// The Signature-Agent header of a request. The constructor reads the header,
// for all signatures of the request.
class SignatureAgent {
  public:
    // `field` is the value of the header; nullopt if the request lacks the
    // header. `reader` must outlive this object.
    SignatureAgent(const std::optional<std::string>& field,
                   MessageReader& reader);

    // Whether the header is a dictionary with members or a string, or is
    // missing.
    bool is_readable() const { return is_readable_; }

    // Returns what the header says about the signature of `input`, a member of
    // Signature-Input. Call it only if is_readable().
    Agent of(const Member& input) const;

  private:
    const Member* member_of(const Member& input, std::string& problem) const;

    bool is_readable_ = true;
    bool is_absent_ = true;
    std::optional<Member> string_;
    const Dictionary* members_ = nullptr;
};

}  // namespace robots::signature
