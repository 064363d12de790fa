// UTF-8 (RFC 3629), and text that is safe to print.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace robots {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct Character {
    char32_t code = 0;
    // The length of the character in octets; 0 if it is not well-formed UTF-8.
    std::size_t octets = 0;
};

// Returns the character at text[at]. Over-long forms, surrogates and codes
// above U+10FFFF are not well-formed.
Character character_at(std::string_view text, std::size_t at);

// Whether `code` may end a line or control a terminal: C0 and C1 controls, DEL,
// U+2028 and U+2029.
bool is_control(char32_t code);

// Whether `text` is well-formed UTF-8 without controls.
bool is_line_of_text(std::string_view text);

// Makes untrusted `text` safe for one line of a terminal or a log. Writes "?"
// instead of octets that are not UTF-8, controls, and characters that change
// the direction of writing. Writes the code point, such as "<U+00A0>", instead
// of a character that looks like a blank or is invisible.
std::string printable(std::string_view text);

}  // namespace robots
