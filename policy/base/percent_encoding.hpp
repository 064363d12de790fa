// Percent-encoding as robots.txt compares it (RFC 9309 2.2.2, RFC 3986 2).

#pragma once

#include <string>
#include <string_view>

namespace robots {

// The octet that the triplet at text[at] ("%2f") stands for, or -1 if there
// is no well-formed triplet.
int percent_triplet(std::string_view text, std::size_t at);

// What application/x-www-form-urlencoded (WHATWG URL 5.1) stands for: "+" is a
// blank. A "%" that starts no triplet stands for itself.
std::string decode_form(std::string_view text);

// Unreserved octets of RFC 3986 2.3: letters, digits, "-", ".", "_", "~".
bool is_unreserved(unsigned char octet);

// Appends `octet` as an upper-case triplet.
void append_triplet(std::string& out, unsigned char octet);

// `text` in the one spelling in which rules and requests are compared:
// triplets of unreserved octets decoded, other triplets with upper-case digits,
// octets that no URI holds (control, blank, non-ASCII, "<", "|", ...) encoded.
// Reserved octets stay as they are, and so does a "%" that starts no triplet.
std::string normalise_percent_encoding(std::string_view text);

// False if normalise_percent_encoding returns `text` as it is: no "%" and no
// octet that it encodes. One pass, no allocation.
bool may_need_normalising(std::string_view text);

// `text` as literal octets of a path or query: what robots.txt or a URL gives a
// meaning of its own ("*", "$", "%" that starts no triplet, "#", blanks and
// other unsafe octets) encoded.
std::string encode_literal(std::string_view text);

}  // namespace robots
