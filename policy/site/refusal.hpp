// What a site says to crawlers that it refuses.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "policy/site/body.hpp"

namespace robots {

// The most octets of each, before variables are replaced.
constexpr std::size_t kMaxRefusalText = 2000;
constexpr std::size_t kMaxContact = 200;  // of a licence server, too

// How many licences a response names, and the octets of each.
constexpr std::size_t kMaxLicenseLinks = 4;
constexpr std::size_t kMaxLicense = 1000;

struct Refusal {
    // In place of the sentence that says what was broken; empty: that sentence.
    // Slots of body.hpp are marks in it.
    std::string text;
    std::string contact;  // whom to ask, on a line of its own; empty: nobody
    // Whether the 403 to what nothing proves to be a crawler asks it to sign.
    bool accept_signature = false;
    // Where licences are to be had (RSL 1.0, 5); empty: nowhere.
    std::string license_server;
    bool rate_limit = false;  // send the RateLimit fields
};

// Whether a text is "https://host", with anything behind it that a URI may
// have.
bool is_https_url(std::string_view text);

// Adds a licence, a text as Body takes it, unless it is too long to be named,
// or there are kMaxLicenseLinks.
void add_license(std::string_view marked, std::vector<Body>& licenses);

// The value of a Link header that names a licence (RSL 1.0, 4.5) to a client
// that asked for `asked`. What a URI may not have is percent-encoded.
std::string license_link(const Body& license, const Authority& asked);

// What a refusal says of one request: the text of `refusal` without the
// contact, or else `sentence`. Whole lines.
std::string refusal_detail(const Refusal& refusal, std::string_view sentence,
                           const SlotTexts& facts);

// The text of `refusal` for one request, or `sentence` if it has none, and the
// contact: whole lines. Facts are octets to be sent as they are.
std::string refusal_text(const Refusal& refusal, std::string_view sentence,
                         const SlotTexts& facts);

// A longer Accept header says nothing.
constexpr std::size_t kMaxAccept = 1000;

// Whether a client that sends this Accept header gives application/problem+json
// (RFC 9457) a higher quality than text/plain in UTF-8. Of the ranges that
// match a type, the most specific counts; of several equally specific ones, the
// highest quality. Ranges that are broken, or have parameters that ours lack,
// match nothing. False without a header.
bool prefers_problem_json(std::string_view accept);

}  // namespace robots
