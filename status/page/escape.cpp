#include "status/page/escape.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "policy/base/percent_encoding.hpp"
#include "policy/base/utf8.hpp"

namespace robots::status {

namespace {

constexpr char kDigits[] = "0123456789ABCDEF";

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

// Spells out the character at text[at], or the octet if it is not UTF-8.
void append_odd(std::string& out, std::string_view text, std::size_t at,
                const Character& character) {
    out += "<span class=\"odd\">";
    if (character.octets > 0) {
        out += "U+";
        append_hex(out, character.code, 4);
    } else {
        out += "\\x";
        append_hex(out, static_cast<std::uint8_t>(text[at]), 2);
    }
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
    while (end > 0 && max - end < 3 && (text[end] & 0xC0) == 0x80) {
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
        } else if (character.octets == 0 || is_odd(character.code)) {
            append_odd(out, text, at, character);
        } else {
            out += text.substr(at, character.octets);
        }
        at += std::max<std::size_t>(character.octets, 1);
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
        } else if (character.octets == 0 || is_odd(character.code)) {
            out += "\xEF\xBF\xBD";
        } else {
            out += text.substr(at, character.octets);
        }
        at += std::max<std::size_t>(character.octets, 1);
    }
}

void append_query_value(std::string& out, std::string_view text) {
    for (const char c : text) {
        const auto octet = static_cast<unsigned char>(c);
        if (is_unreserved(octet)) {
            out += c;
        } else {
            append_triplet(out, octet);
        }
    }
}

}  // namespace robots::status
