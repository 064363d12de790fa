// Product tokens: the names of crawlers (RFC 9309 2.2.1).

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace robots {

// Whether `octet` may be in a product token. True for a letter, "_" or "-", as
// RFC 9309 says, or a digit or ".", which real crawlers use (MJ12bot,
// archive.org_bot).
bool is_token_octet(unsigned char octet);

// Whether `text` is a product token: one or more octets that is_token_octet()
// accepts.
bool is_product_token(std::string_view text);

// Whether a token names a use of content instead of a crawler, so that no
// User-Agent header has it: "__usage_..."
// (draft-kelley-aipref-training-preference-signal-00).
bool is_usage_token(std::string_view token);

// Whether RFC 9309's grammar allows `octet` in a product token.
bool is_rfc_token_octet(unsigned char octet);

// Returns a hash of a token, case-insensitively: the same in every process, and
// never zero.
std::uint64_t token_key(std::string_view token);

// Returns the product token at the start of `value`, the value of a User-agent
// line or a whole User-Agent header: "Googlebot" of "Googlebot/2.1", "Foo" of
// "Foo Bar". Returns "*" if `value` is "*" alone or "*" and a blank follows,
// and "" if there is no token.
std::string_view leading_product_token(std::string_view value);

}  // namespace robots
