// Numbers as programs read them, whatever the locale.

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

// "2", "0.25": a duration in seconds.
inline void append_seconds(std::string& out, model::Duration value) {
    append_decimal(out, value / 1000);
    if (value % 1000 != 0) {
        const std::string fraction = std::to_string(1000 + value % 1000);
        out += '.';
        out.append(fraction, 1, fraction.find_last_not_of('0'));
    }
}

// "0.00025": the same of microseconds.
inline std::string seconds_of_microseconds(model::Count microseconds) {
    constexpr model::Count kSecond = 1000000;
    std::string text = std::to_string(microseconds / kSecond);
    std::string fraction = std::to_string(kSecond + microseconds % kSecond);
    fraction.erase(fraction.find_last_not_of('0') + 1);
    fraction[0] = '.';
    return fraction.size() == 1 ? text : text + fraction;
}

}  // namespace robots::status
