// UTF-8 (RFC 3629), and text that is safe to print.

#ifndef ROBOTS_POLICY_BASE_UTF8_HPP
#define ROBOTS_POLICY_BASE_UTF8_HPP

#include <cstddef>
#include <string>
#include <string_view>

namespace robots {

// The octet at text[at]; 0 behind the end.
constexpr unsigned char octet_at(std::string_view text, std::size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

// Octets of the well-formed UTF-8 sequence at text[at], or 0.
std::size_t utf8_length(std::string_view text, std::size_t at);

// Whether the character at text[at] may end a line or control a terminal: C0
// and C1 controls, DEL, U+2028 and U+2029. `text` is UTF-8.
bool is_control(std::string_view text, std::size_t at);

// Untrusted `text`, made safe for one line of a terminal or a log: octets that
// are not UTF-8, controls, and characters that change the direction of writing
// become "?".
std::string printable(std::string_view text);

}  // namespace robots

#endif
