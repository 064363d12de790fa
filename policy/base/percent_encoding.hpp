// Normalises percent-encoding and dot segments, so that paths can be compared
// with robots.txt rules (RFC 9309 2.2.2, RFC 3986 2).

#pragma once

#include <string>
#include <string_view>

namespace robots {

// Returns the octet that the triplet at text[at], such as "%2f", encodes.
// Returns -1 if text[at] does not start a well-formed triplet.
int percent_triplet(std::string_view text, std::size_t at);

// Decodes a value of application/x-www-form-urlencoded (WHATWG URL 5.1):
// decodes triplets, and replaces "+" by a blank. Keeps a "%" that starts no
// triplet.
std::string decode_form(std::string_view text);

// Whether `octet` is unreserved (RFC 3986 2.3): a letter, a digit, "-", ".",
// "_" or "~".
bool is_unreserved(unsigned char octet);

// Whether a URI may contain `octet`: an unreserved or reserved octet, or "%".
bool is_uri_octet(unsigned char octet);

// Appends `octet` as a triplet with upper-case digits, such as "%2F".
void append_triplet(std::string& out, unsigned char octet);

// Percent-encodes each octet of `text` for which stays(octet) is false.
template <typename Stays>
std::string percent_encoded(std::string_view text, Stays stays) {
    std::string out;
    for (const char c : text) {
        const auto octet = static_cast<unsigned char>(c);
        if (stays(octet)) {
            out += c;
        } else {
            append_triplet(out, octet);
        }
    }
    return out;
}

// Returns the normal form of `text`, in which rules and requests are compared.
// Triplets of unreserved octets are decoded. Other triplets get upper-case
// digits. Octets that a URI must not contain (control, blank, non-ASCII, "<",
// "|", ...) are encoded. Other octets are kept, as is a "%" that starts no
// triplet.
std::string normalise_percent_encoding(std::string_view text);

// Whether normalise_percent_encoding() may change `text`, because `text` has a
// "%" or an octet that a URI must not contain. Does not allocate.
bool may_need_normalising(std::string_view text);

// Encodes `text` so that a pattern of robots.txt can contain the result as
// literal text. Encodes "*", "$", "#", a "%" that starts no triplet, and the
// octets that a URI must not contain.
std::string encode_literal(std::string_view text);

// Removes the segments "." and ".." of a path that is empty or starts with "/"
// (RFC 3986 5.2.4). If `merges_slashes` is true, also removes empty segments. A
// ".." that would leave the root is removed, too: "/../a" gives "/a", although
// nginx answers "/../a" with 400.
std::string remove_dot_segments(std::string_view path, bool merges_slashes);

}  // namespace robots
