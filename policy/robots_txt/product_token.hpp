// Product tokens: the names of crawlers (RFC 9309 2.2.1).

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace robots {

// Octets of a product token: letters, "_" and "-" as RFC 9309 says, and digits
// and "." besides, which crawlers on the web have (MJ12bot, archive.org_bot).
bool is_token_octet(unsigned char octet);

// Whether `text` is a product token, of such octets.
bool is_product_token(std::string_view text);

// Whether a token names a use of content and no crawler, so that it is in no
// User-Agent header: "__usage_..."
// (draft-kelley-aipref-training-preference-signal-00).
bool is_usage_token(std::string_view token);

// The octets that RFC 9309's grammar allows, and no others.
bool is_rfc_token_octet(unsigned char octet);

// A hash of a token, however it is spelt: the same in every process, and never
// zero.
std::uint64_t token_key(std::string_view token);

// The product token that the value of a User-agent line, or a whole User-Agent
// header, starts with: "Googlebot" of "Googlebot/2.1", "Foo" of "Foo Bar". "*"
// where the value is "*" alone or followed by a blank. Empty if there is
// none.
std::string_view leading_product_token(std::string_view value);

}  // namespace robots
