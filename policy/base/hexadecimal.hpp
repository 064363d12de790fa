// A 64-bit number as sixteen hexadecimal digits.

#pragma once

#include <array>
#include <cstdint>

namespace robots {

using Hexadecimal = std::array<char, 16>;

inline Hexadecimal hexadecimal(std::uint64_t value) {
    constexpr char kDigits[] = "0123456789abcdef";
    Hexadecimal out{};
    for (auto digit = out.rbegin(); digit != out.rend(); ++digit, value >>= 4) {
        *digit = kDigits[value & 15];
    }
    return out;
}

}  // namespace robots
