// Product tokens: the names of crawlers (RFC 9309 2.2.1).

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace robots {

// Whether `octet` may be in a product token. Returns true for letters, "_" and
// "-", which RFC 9309 allows, and for digits and ".", which real crawlers use
// (MJ12bot, archive.org_bot).
bool is_token_octet(unsigned char octet);

// Whether `text` is a product token: one or more octets that is_token_octet()
// accepts.
bool is_product_token(std::string_view text);

// Whether a token means a use of content instead of a crawler, so that no
// User-Agent header contains the token: "__usage_..."
// (draft-kelley-aipref-training-preference-signal-00).
bool is_usage_token(std::string_view token);

// Whether RFC 9309's grammar allows `octet` in a product token.
bool is_rfc_token_octet(unsigned char octet);

// Returns a hash of a token, which is never 0. The hash ignores case and is the
// same in every process.
std::uint64_t token_key(std::string_view token);

// Returns the product token at the start of `value`, the value of a User-agent
// line or a whole User-Agent header: "Googlebot" of "Googlebot/2.1", "Foo" of
// "Foo Bar". Returns "*" if `value` is "*" alone or "*" and a blank follows,
// and "" if `value` starts with no token.
std::string_view leading_product_token(std::string_view value);

}  // namespace robots
