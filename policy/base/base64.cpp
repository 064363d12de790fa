#include "policy/base/base64.hpp"

#include <array>

namespace robots {

namespace {

constexpr std::string_view kStandard =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kUrl =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::uint8_t kNoValue = 0xff;
constexpr unsigned kSixBits = 0x3f;

constexpr std::array<std::uint8_t, 256> digit_values(std::string_view digits) {
    std::array<std::uint8_t, 256> out{};
    for (auto& value : out) {
        value = kNoValue;
    }
    for (std::size_t i = 0; i < digits.size(); ++i) {
        out[static_cast<unsigned char>(digits[i])] =
            static_cast<std::uint8_t>(i);
    }
    return out;
}

constexpr auto kStandardValues = digit_values(kStandard);
constexpr auto kUrlValues = digit_values(kUrl);

// Removes up to two "=" from the end of `text`. The length of `text` must be a
// multiple of 4.
std::string_view without_padding(std::string_view text) {
    for (int i = 0;
         i < 2 && text.size() % 4 != 1 && !text.empty() && text.back() == '=';
         ++i) {
        text.remove_suffix(1);
    }
    return text;
}

}  // namespace

std::string to_base64(std::string_view octets, Base64 kind) {
    const std::string_view digits = kind == Base64::standard ? kStandard : kUrl;
    std::string out;
    out.reserve((octets.size() + 2) / 3 * 4);
    unsigned bits = 0;
    int count = 0;
    for (const char octet : octets) {
        bits = bits << 8 | static_cast<unsigned char>(octet);
        for (count += 8; count >= 6; count -= 6) {
            out += digits[bits >> (count - 6) & kSixBits];
        }
    }
    if (count > 0) {
        out += digits[bits << (6 - count) & kSixBits];
    }
    while (kind == Base64::standard && out.size() % 4 != 0) {
        out += '=';
    }
    return out;
}

std::optional<std::string> from_base64(std::string_view text, Base64 kind) {
    const auto& values =
        kind == Base64::standard ? kStandardValues : kUrlValues;
    if (kind == Base64::standard && !text.empty() && text.back() == '=') {
        if (text.size() % 4 != 0) {
            return std::nullopt;
        }
        text = without_padding(text);
    }
    if (text.size() % 4 == 1) {
        return std::nullopt;
    }
    std::string out;
    out.reserve(text.size() / 4 * 3 + 2);
    unsigned bits = 0;
    int count = 0;
    for (const char c : text) {
        const std::uint8_t value = values[static_cast<unsigned char>(c)];
        if (value == kNoValue) {
            return std::nullopt;
        }
        bits = bits << 6 | value;
        count += 6;
        if (count >= 8) {
            count -= 8;
            out += static_cast<char>(bits >> count);
            bits &= (1U << count) - 1;
        }
    }
    if (kind == Base64::url && bits != 0) {
        return std::nullopt;
    }
    return out;
}

}  // namespace robots
