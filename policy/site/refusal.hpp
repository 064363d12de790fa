// The text and the headers of a site's refusals.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "policy/site/body.hpp"

namespace robots {

// Maximum sizes in octets of a refusal's text and contact, before variables are
// replaced.
constexpr std::size_t kMaxRefusalText = 2000;
constexpr std::size_t kMaxContact = 200;  // also for Refusal::license_server

// The maximum number of licences in one response, and the maximum octets of one
// licence.
constexpr std::size_t kMaxLicenseLinks = 4;
constexpr std::size_t kMaxLicense = 1000;

struct Refusal {
    // Replaces the sentence that says which rule was broken. If empty, the
    // sentence is sent. May have slot marks (body.hpp).
    std::string text;
    std::string contact;  // whom to ask, on its own line; empty: no line
    // Whether a response 403, sent because a claimed name is not proven, asks
    // the client to sign its requests (Accept-Signature).
    bool accept_signature = false;
    // The server that grants licences (RSL 1.0, 5); empty if the policy sets no
    // server.
    std::string license_server;
    bool rate_limit = false;  // whether to send the RateLimit fields
};

// Whether a text is "https://host", followed by any octets that a URI may have.
bool is_https_url(std::string_view text);

// Adds the licence `marked`, which may have slot marks (body.hpp), unless
// `marked` is longer than kMaxLicense or `licenses` is full (kMaxLicenseLinks).
void add_license(std::string_view marked, std::vector<Body>& licenses);

// Returns the value of a Link header with the URL of a licence (RSL 1.0, 4.5).
// The header is for the response to a request for `asked`. Octets that a URI
// may not have are percent-encoded.
std::string license_link(const Body& license, const Authority& asked);

// Returns the text of `refusal` with `facts` in its slots; `sentence` if
// `refusal` has no text. The result ends with a line end.
std::string refusal_detail(const Refusal& refusal, std::string_view sentence,
                           const SlotTexts& facts);

// Returns refusal_detail(), followed by a line with the contact. `facts` are
// not escaped.
std::string refusal_text(const Refusal& refusal, std::string_view sentence,
                         const SlotTexts& facts);

// The maximum octets of an Accept header; a longer header is ignored.
constexpr std::size_t kMaxAccept = 1000;

// Whether this Accept header gives application/problem+json (RFC 9457) a higher
// quality than text/plain in UTF-8. If several ranges match a type, the most
// specific range counts, and among equally specific ranges the one with the
// highest quality. Ranges that are invalid, or have parameters that these two
// types lack, match nothing. Returns false for an empty header.
bool prefers_problem_json(std::string_view accept);

}  // namespace robots
