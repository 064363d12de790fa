// Writes numbers as programs read them, independent of the locale.

#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string>

#include "status/model/model.hpp"

namespace robots::status {

inline void append_decimal(std::string& out, std::uint64_t value) {
    std::array<char, std::numeric_limits<std::uint64_t>::digits10 + 1> digits{};
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), value);
    out.append(digits.data(), end.ptr);
}

// Appends microseconds as seconds: "2", "0.00025".
inline void append_seconds(std::string& out, model::Microseconds value) {
    constexpr model::Microseconds kSecond = 1000000;
    append_decimal(out, value / kSecond);
    if (value % kSecond != 0) {
        const std::string fraction = std::to_string(kSecond + value % kSecond);
        out += '.';
        out.append(fraction, 1, fraction.find_last_not_of('0'));
    }
}

}  // namespace robots::status
