#include "policy/base/utf8.hpp"

#include <algorithm>

namespace robots {

namespace {

unsigned char octet_at(std::string_view text, std::size_t at) {
    return static_cast<unsigned char>(text[at]);
}

// What the first octet of a UTF-8 sequence says about the whole sequence.
struct Lead {
    std::size_t octets = 0;  // of the sequence; 0: not a valid first octet
    char32_t bits = 0;       // the bits of the code point in the first octet
    char32_t least = 0;      // smaller code points have a shorter sequence
};

Lead lead_of(unsigned char octet) {
    if (octet >= 0xc2 && octet <= 0xdf) {
        return {2, octet & 0x1fU, 0x80};
    }
    if (octet >= 0xe0 && octet <= 0xef) {
        return {3, octet & 0x0fU, 0x800};
    }
    if (octet >= 0xf0 && octet <= 0xf4) {
        return {4, octet & 0x07U, 0x10000};
    }
    return {};
}

// Whether `code` may change the order in which characters are displayed.
bool turns_direction(char32_t code) {
    return code == 0x61c || code == 0x200e || code == 0x200f ||
           (code >= 0x202a && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}

// Whether `code` looks like a blank or is invisible.
bool looks_blank(char32_t code) {
    return code == 0xa0 || (code >= 0x2000 && code <= 0x200d) ||
           code == 0x202f || code == 0x205f || code == 0x2060 ||
           code == 0x3000 || code == 0xfeff;
}

// Returns the number of a code point as text: "<U+00A0>".
std::string code_point(char32_t code) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string out = "<U+0000>";
    for (std::size_t at = out.size() - 1; code != 0; code >>= 4U) {
        out[--at] = kDigits[code & 0xfU];
    }
    return out;
}

}  // namespace

Character character_at(std::string_view text, std::size_t at) {
    if (at >= text.size()) {
        return {};
    }
    const unsigned char first = octet_at(text, at);
    if (first < 0x80) {
        return {first, 1};
    }
    const Lead lead = lead_of(first);
    if (lead.octets == 0 || text.size() - at < lead.octets) {
        return {};
    }
    char32_t code = lead.bits;
    for (std::size_t i = 1; i < lead.octets; ++i) {
        const unsigned char next = octet_at(text, at + i);
        if ((next & 0xc0U) != 0x80) {
            return {};
        }
        code = code << 6U | (next & 0x3fU);
    }
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    if (code < lead.least || code > 0x10ffff || surrogate) {
        return {};
    }
    return {code, lead.octets};
}

bool is_control(char32_t code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 ||
           code == 0x2029;
}

bool is_line_of_text(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const Character character = character_at(text, at);
        if (character.octets == 0 || is_control(character.code)) {
            return false;
        }
        at += character.octets;
    }
    return true;
}

std::string printable(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const Character character = character_at(text, at);
        if (character.octets == 0 || is_control(character.code) ||
            turns_direction(character.code)) {
            out += '?';
        } else if (looks_blank(character.code)) {
            out += code_point(character.code);
        } else {
            out += text.substr(at, character.octets);
        }
        at += std::max<std::size_t>(character.octets, 1);
    }
    return out;
}

}  // namespace robots
