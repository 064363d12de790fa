// C++ as the generators of tables write it.

#pragma once

#include <string>
#include <string_view>

namespace robots::embed {

// A C++ string literal. Octets outside ASCII are written in octal, which can't
// run into the octet that follows as "\x" would.
inline std::string literal(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        const auto octet = static_cast<unsigned char>(c);
        if (octet < 0x20 || octet >= 0x7f) {
            out += '\\';
            for (const int shift : {6, 3, 0}) {
                out += static_cast<char>('0' + ((octet >> shift) & 7));
            }
        } else {
            if (c == '"' || c == '\\') {
                out += '\\';
            }
            out += c;
        }
    }
    return out + '"';
}

}  // namespace robots::embed
