// Sixteen octets at once, by the compiler's vectors.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace robots {

constexpr std::size_t kSixteen = 16;

using SixteenOctets = unsigned char __attribute__((vector_size(kSixteen)));

// The result for each of sixteen octets: all ones if the comparison holds.
using Comparison = signed char __attribute__((vector_size(kSixteen)));

inline SixteenOctets sixteen_octets(const char* at) {
    SixteenOctets out;
    std::memcpy(&out, at, sizeof out);
    return out;
}

inline std::array<std::uint64_t, 2> halves(Comparison comparison) {
    std::array<std::uint64_t, 2> out;
    std::memcpy(out.data(), &comparison, sizeof comparison);
    return out;
}

inline bool any(Comparison comparison) {
    const auto [low, high] = halves(comparison);
    return (low | high) != 0;
}

// Holds where one of the two holds. As `|` on the comparisons, which compilers
// make three instructions of in a loop.
inline Comparison either(Comparison a, Comparison b) {
    const auto x = reinterpret_cast<SixteenOctets>(a);
    const auto y = reinterpret_cast<SixteenOctets>(b);
    return reinterpret_cast<Comparison>(x > y ? x : y);
}

// The first octet for which the comparison holds; there is at least one. An
// octet's number grows with its bits' only if processors are little-endian;
// elsewhere the octets of each half are counted from its end.
inline std::size_t first(Comparison comparison) {
    const auto [low, high] = halves(comparison);
    const std::uint64_t half = low != 0 ? low : high;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    const int bits = __builtin_ctzll(half);
#else
    const int bits = __builtin_clzll(half);
#endif
    return static_cast<std::size_t>(bits) / 8 + (low != 0 ? 0 : 8);
}

}  // namespace robots
