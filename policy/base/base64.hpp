// Base64 (RFC 4648 4) and its alphabet for URLs (RFC 4648 5).

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace robots {

enum class Base64 : std::uint8_t {
    standard,  // "+" and "/", padded with "="
    url,       // "-" and "_", not padded, as in JSON Web Keys (RFC 7515 2)
};

std::string to_base64(std::string_view octets, Base64 kind);

// Decodes `text`. Returns nullopt if `text` is not Base64 of `kind`. In
// `standard`, the padding may be missing, and the unused bits of the last digit
// may be set (RFC 8941 4.2.7). In `url`, `text` must be exactly what
// to_base64() writes.
std::optional<std::string> from_base64(std::string_view text, Base64 kind);

}  // namespace robots
