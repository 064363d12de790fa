// Writes numbers as programs read them, independent of the locale.

#pragma once

#include <string>

#include "status/model/model.hpp"

namespace robots::status {

// Appends microseconds as seconds: "2", "0.00025".
inline void append_seconds(std::string& out, model::Microseconds value) {
    constexpr model::Microseconds kSecond = 1000000;
    out += std::to_string(value / kSecond);
    if (value % kSecond != 0) {
        const std::string fraction = std::to_string(kSecond + value % kSecond);
        out += '.';
        out.append(fraction, 1, fraction.find_last_not_of('0'));
    }
}

}  // namespace robots::status
