#include "status/page/escape.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace robots::status {

namespace {

constexpr char kDigits[] = "0123456789ABCDEF";

// One character of a text: a code point, or an octet that is no UTF-8.
struct Character {
    char32_t code = 0;
    std::size_t octets = 1;
    bool valid = false;
};

std::uint8_t octet_at(std::string_view text, std::size_t at) {
    return static_cast<std::uint8_t>(text[at]);
}

// Octets of the sequence that `lead` starts; 0 where it starts none.
std::size_t sequence_length(std::uint8_t lead) {
    if (lead < 0x80) {
        return 1;
    }
    if (lead >= 0xC2 && lead <= 0xDF) {
        return 2;
    }
    if (lead >= 0xE0 && lead <= 0xEF) {
        return 3;
    }
    return lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
}

// RFC 3629: neither longer than need be, nor a surrogate, nor beyond U+10FFFF.
bool is_scalar(char32_t code, std::size_t octets) {
    constexpr std::array<char32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
    return code >= kLeast[octets] && code <= 0x10FFFF &&
           (code < 0xD800 || code > 0xDFFF);
}

Character character_at(std::string_view text, std::size_t at) {
    const std::uint8_t lead = octet_at(text, at);
    const std::size_t length = sequence_length(lead);
    if (length == 1) {
        return {lead, 1, true};
    }
    if (length == 0 || text.size() - at < length) {
        return {lead, 1, false};
    }
    char32_t code = lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        const std::uint8_t octet = octet_at(text, at + i);
        if ((octet & 0xC0U) != 0x80) {
            return {lead, 1, false};
        }
        code = code << 6U | (octet & 0x3FU);
    }
    if (!is_scalar(code, length)) {
        return {lead, 1, false};
    }
    return {code, length, true};
}

struct CodeRange {
    char32_t first;
    char32_t last;
};

// Controls, and Unicode's Default_Ignorable_Code_Point and Bidi_Control: what
// shows nothing of itself and changes how its neighbours look.
constexpr std::array<CodeRange, 20> kOdd{{
    {0x00, 0x1F},       {0x7F, 0x9F},       {0xAD, 0xAD},
    {0x34F, 0x34F},     {0x61C, 0x61C},     {0x115F, 0x1160},
    {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x200B, 0x200F},
    {0x2028, 0x202E},   {0x2060, 0x206F},   {0x3164, 0x3164},
    {0xFDD0, 0xFDEF},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},
    {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},   {0x1BCA0, 0x1BCA3},
    {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
}};

bool is_odd(char32_t code) {
    return std::any_of(kOdd.begin(), kOdd.end(), [code](CodeRange range) {
        return code >= range.first && code <= range.last;
    });
}

void append_hex(std::string& out, char32_t value, unsigned digits) {
    while (digits < 6 && value >> (4 * digits) != 0) {
        ++digits;
    }
    while (digits-- > 0) {
        out += kDigits[value >> (4 * digits) & 0xFU];
    }
}

void append_odd(std::string& out, const Character& character) {
    out += "<span class=\"odd\">";
    out += character.valid ? "U+" : "\\x";
    append_hex(out, character.code, character.valid ? 4 : 2);
    out += "</span>";
}

// The name that HTML has for an octet with a meaning there; nullptr for others.
const char* reference(char octet) {
    switch (octet) {
        case '&':
            return "&amp;";
        case '<':
            return "&lt;";
        case '>':
            return "&gt;";
        case '"':
            return "&quot;";
        case '\'':
            return "&#39;";
        default:
            return nullptr;
    }
}

bool is_plain(char octet) {
    return octet >= 0x20 && octet < 0x7F && reference(octet) == nullptr;
}

// Appends the plain octets that `text` has from `at` on; where they end.
std::size_t append_plain(std::string& out, std::string_view text,
                         std::size_t at) {
    std::size_t end = at;
    while (end < text.size() && is_plain(text[end])) {
        ++end;
    }
    out += text.substr(at, end - at);
    return end;
}

// The most octets, up to `max`, that do not end within a character.
std::size_t whole_characters(std::string_view text, std::size_t max) {
    if (text.size() <= max) {
        return text.size();
    }
    std::size_t end = max;
    while (end > 0 && max - end < 3 && (octet_at(text, end) & 0xC0U) == 0x80) {
        --end;
    }
    return end;
}

}  // namespace

void append_text(std::string& out, std::string_view text) {
    std::size_t at = 0;
    while ((at = append_plain(out, text, at)) < text.size()) {
        const Character character = character_at(text, at);
        if (const char* named = reference(text[at])) {
            out += named;
        } else if (!character.valid || is_odd(character.code)) {
            append_odd(out, character);
        } else {
            out += text.substr(at, character.octets);
        }
        at += character.octets;
    }
}

void append_foreign(std::string& out, std::string_view text, std::size_t max) {
    const std::size_t shown = whole_characters(text, max);
    out += "<bdi>";
    append_text(out, text.substr(0, shown));
    out += "</bdi>";
    if (shown < text.size()) {
        out += "<span class=\"odd\">… ";
        out += std::to_string(text.size() - shown);
        out += " more octets</span>";
    }
}

void append_attribute(std::string& out, std::string_view text) {
    std::size_t at = 0;
    while ((at = append_plain(out, text, at)) < text.size()) {
        const Character character = character_at(text, at);
        if (const char* named = reference(text[at])) {
            out += named;
        } else if (!character.valid || is_odd(character.code)) {
            out += "\xEF\xBF\xBD";
        } else {
            out += text.substr(at, character.octets);
        }
        at += character.octets;
    }
}

void append_query_value(std::string& out, std::string_view text) {
    for (const char octet : text) {
        const bool unreserved =
            (octet >= '0' && octet <= '9') || (octet >= 'A' && octet <= 'Z') ||
            (octet >= 'a' && octet <= 'z') || octet == '-' || octet == '.' ||
            octet == '_' || octet == '~';
        if (unreserved) {
            out += octet;
        } else {
            out += '%';
            append_hex(out, static_cast<std::uint8_t>(octet), 2);
        }
    }
}

}  // namespace robots::status
