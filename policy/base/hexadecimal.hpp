// Numbers as sixteen hexadecimal digits.

#ifndef ROBOTS_POLICY_BASE_HEXADECIMAL_HPP
#define ROBOTS_POLICY_BASE_HEXADECIMAL_HPP

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

#endif
