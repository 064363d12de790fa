// Percent-encoding and paths as robots.txt compares them (RFC 9309 2.2.2, RFC
// 3986 2).

#pragma once

#include <string>
#include <string_view>

namespace robots {

// Returns the octet that the triplet at text[at] ("%2f") encodes; -1 if no
// well-formed triplet starts there.
int percent_triplet(std::string_view text, std::size_t at);

// Decodes a value of application/x-www-form-urlencoded (WHATWG URL 5.1):
// triplets, and "+" to a blank. A "%" that starts no triplet stays as it is.
std::string decode_form(std::string_view text);

// Whether `octet` is unreserved (RFC 3986 2.3): a letter, a digit, "-", ".",
// "_" or "~".
bool is_unreserved(unsigned char octet);

// Whether a URI may hold `octet`: it is unreserved, reserved or "%".
bool is_uri_octet(unsigned char octet);

// Appends `octet` as an upper-case triplet.
void append_triplet(std::string& out, unsigned char octet);

// Percent-encodes all octets for which stays(octet) is false.
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

// Returns `text` in the one spelling in which rules and requests are compared:
// triplets of unreserved octets are decoded, other triplets get upper-case
// digits, and octets that no URI may hold (control, blank, non-ASCII, "<", "|",
// ...) are encoded. Reserved octets, and a "%" that starts no triplet, stay as
// they are.
std::string normalise_percent_encoding(std::string_view text);

// Returns false if `text` has no "%" and no octet to encode, so that
// normalise_percent_encoding() would return it unchanged. Allocates nothing.
bool may_need_normalising(std::string_view text);

// Encodes `text` so that a pattern of robots.txt takes each of its octets
// literally: encodes "*", "$", "#", a "%" that starts no triplet, and the
// octets that no URI may hold.
std::string encode_literal(std::string_view text);

// Removes the segments "." and ".." of a path that is empty or starts with "/"
// (RFC 3986 5.2.4) and, with `merges_slashes`, empty segments. A ".." that
// would leave the root is removed too: "/../a" gives "/a", although nginx
// answers 400 to "/../a".
std::string remove_dot_segments(std::string_view path, bool merges_slashes);

}  // namespace robots
