#include "policy/base/utf8.hpp"

#include <algorithm>

namespace robots {

namespace {

// U+061C, U+200E, U+200F, U+202A to U+202E and U+2066 to U+2069: behind one of
// them a line may show its characters in another order.
bool turns_direction(std::string_view text, std::size_t at) {
    const unsigned char first = octet_at(text, at);
    const unsigned char second = octet_at(text, at + 1);
    const unsigned char third = octet_at(text, at + 2);
    if (first == 0xd8) {
        return second == 0x9c;
    }
    if (first != 0xe2) {
        return false;
    }
    return second == 0x80 ? third == 0x8e || third == 0x8f ||
                                (third >= 0xaa && third <= 0xae)
                          : second == 0x81 && third >= 0xa6 && third <= 0xa9;
}

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t at) {
    const unsigned char first = octet_at(text, at);
    if (first < 0x80) {
        return at < text.size() ? 1 : 0;
    }
    std::size_t length = 0;
    unsigned char low = 0x80;
    unsigned char high = 0xbf;
    if (first >= 0xc2 && first <= 0xdf) {
        length = 2;
    } else if (first >= 0xe0 && first <= 0xef) {
        length = 3;
        low = first == 0xe0 ? 0xa0 : low;    // no over-long forms
        high = first == 0xed ? 0x9f : high;  // no surrogates
    } else if (first >= 0xf0 && first <= 0xf4) {
        length = 4;
        low = first == 0xf0 ? 0x90 : low;
        high = first == 0xf4 ? 0x8f : high;
    } else {
        return 0;
    }
    for (std::size_t i = 1; i < length; ++i) {
        const unsigned char next = octet_at(text, at + i);
        if (next < low || next > high) {
            return 0;
        }
        low = 0x80;
        high = 0xbf;
    }
    return length;
}

bool is_control(std::string_view text, std::size_t at) {
    const unsigned char first = octet_at(text, at);
    const unsigned char second = octet_at(text, at + 1);
    if (first == 0xc2) {
        return second >= 0x80 && second < 0xa0;
    }
    if (first == 0xe2 && second == 0x80) {
        const unsigned char third = octet_at(text, at + 2);
        return third == 0xa8 || third == 0xa9;
    }
    return first < 0x20 || first == 0x7f;
}

std::string printable(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8_length(text, at);
        if (length == 0 || is_control(text, at) || turns_direction(text, at)) {
            out += '?';
        } else {
            out += text.substr(at, length);
        }
        at += std::max<std::size_t>(length, 1);
    }
    return out;
}

}  // namespace robots
