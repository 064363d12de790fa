// Base64 (RFC 4648 4) and its alphabet for URLs (RFC 4648 5).

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace robots {

enum class Base64 : std::uint8_t {
    standard,  // "+" and "/", padded with "="
    url,       // "-" and "_", not padded, as JSON Web Keys have it (RFC 7515 2)
};

std::string to_base64(std::string_view octets, Base64 kind);

// Decodes `text`; nullopt if it is not Base64 of `kind`. `standard` may lack
// the padding, and the unused bits of its last digit may be set, as RFC 8941
// 4.2.7 asks. `url` must be exactly what to_base64() writes.
std::optional<std::string> from_base64(std::string_view text, Base64 kind);

}  // namespace robots
