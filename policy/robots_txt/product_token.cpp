#include "policy/robots_txt/product_token.hpp"
#include "policy/base/ascii.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>

namespace robots {

bool is_rfc_token_octet(unsigned char octet) {
    return (octet >= 'a' && octet <= 'z') || (octet >= 'A' && octet <= 'Z') ||
           octet == '_' || octet == '-';
}

bool is_token_octet(unsigned char octet) {
    return is_rfc_token_octet(octet) || (octet >= '0' && octet <= '9') ||
           octet == '.';
}

bool is_product_token(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return is_token_octet(static_cast<unsigned char>(c));
    });
}

std::uint64_t token_key(std::string_view token) {
    constexpr std::size_t kPart = 64;
    std::array<char, kPart> folded;
    std::uint64_t key = 0;
    do {
        const std::string_view part = token.substr(0, kPart);
        std::transform(part.begin(), part.end(), folded.begin(),
                       [](char c) { return fold(c); });
        key = XXH3_64bits_withSeed(folded.data(), part.size(), key);
        token.remove_prefix(part.size());
    } while (!token.empty());
    return std::max<std::uint64_t>(key, 1);
}

bool is_usage_token(std::string_view token) {
    return starts_folded(token, "__usage_");
}

std::string_view leading_product_token(std::string_view value) {
    if (value.empty()) {
        return {};
    }
    if (value[0] == '*') {
        const bool alone =
            value.size() == 1 || value[1] == ' ' || value[1] == '\t';
        return alone ? value.substr(0, 1) : std::string_view{};
    }
    std::size_t end = 0;
    while (end < value.size() &&
           is_token_octet(static_cast<unsigned char>(value[end]))) {
        ++end;
    }
    return value.substr(0, end);
}

}  // namespace robots
