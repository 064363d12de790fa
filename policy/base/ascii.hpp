// Tests octets for ASCII digits and letters, and compares texts without regard
// to case. The functions do not depend on the locale.

#pragma once

#include <string>
#include <string_view>

namespace robots {

constexpr bool is_digit(char octet) {
    return octet >= '0' && octet <= '9';
}

// Returns the argument in lower case.
constexpr char fold(char octet) {
    return octet >= 'A' && octet <= 'Z' ? static_cast<char>(octet + ('a' - 'A'))
                                        : octet;
}
std::string fold(std::string_view text);

constexpr bool is_letter(char octet) {
    return fold(octet) >= 'a' && fold(octet) <= 'z';
}
constexpr bool is_alphanumeric(char octet) {
    return is_letter(octet) || is_digit(octet);
}

bool is_ascii(std::string_view text);
bool equal_folded(std::string_view a, std::string_view b);
bool starts_folded(std::string_view text, std::string_view start);
bool ends_folded(std::string_view text, std::string_view end);

}  // namespace robots
