// UTF-8 (RFC 3629), and what of it is not for people's eyes.

#ifndef ROBOTS_POLICY_BASE_UTF8_HPP
#define ROBOTS_POLICY_BASE_UTF8_HPP

#include <cstddef>
#include <string>
#include <string_view>

namespace robots {

// Octets of the well-formed UTF-8 sequence at text[at], or 0.
std::size_t utf8_length(std::string_view text, std::size_t at);

// Whether some program splits lines at the character at text[at] or a terminal
// obeys it: C0 and C1 controls, DEL, U+2028 and U+2029. `text` is UTF-8.
bool is_control(std::string_view text, std::size_t at);

// `text` fit for one line of a terminal or a log, whoever wrote it: octets that
// are no UTF-8, controls, and the characters that turn the direction of writing
// become "?".
std::string printable(std::string_view text);

}  // namespace robots

#endif
