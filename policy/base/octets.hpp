// Reads several octets of a text as one little-endian number. The result does
// not depend on the byte order of the machine.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace robots {

// Compilers turn four_octets() and eight_octets() into one load each.
inline std::uint32_t four_octets(const char* at) {
    const auto octet = [at](unsigned i) {
        return std::uint32_t{static_cast<unsigned char>(at[i])} << 8 * i;
    };
    return octet(0) | octet(1) | octet(2) | octet(3);
}

inline std::uint64_t eight_octets(const char* at) {
    return four_octets(at) | std::uint64_t{four_octets(at + 4)} << 32;
}

// Returns the eight octets at text[at] as a number. Octets behind the end of
// `text` count as 0. `at` must be at most text.size().
inline std::uint64_t octets_at(std::string_view text, std::size_t at) {
    const std::size_t left = text.size() - at;
    if (left >= 8) {
        return eight_octets(text.data() + at);
    }
    if (left > 0 && text.size() >= 8) {
        return eight_octets(text.data() + text.size() - 8) >> 8 * (8 - left);
    }
    std::uint64_t out = 0;
    for (std::size_t i = text.size(); i > at; --i) {
        out = out << 8 | static_cast<unsigned char>(text[i - 1]);
    }
    return out;
}

// Returns a Fibonacci hash. Each bit of the hash depends on all four octets.
inline std::uint32_t hash(std::uint32_t octets) {
    return static_cast<std::uint32_t>(octets * 0x9E3779B97F4A7C15ULL >> 32);
}

}  // namespace robots
