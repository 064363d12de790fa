// Operations on sixteen octets at once, by the compiler's vector extensions.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace robots {

constexpr std::size_t kSixteen = 16;

using SixteenOctets = unsigned char __attribute__((vector_size(kSixteen)));

// One octet for each of sixteen comparisons: all ones if the comparison holds.
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

// Holds where `a` or `b` holds. The result is `a | b`, but compilers turn that
// expression into three instructions in a loop.
inline Comparison either(Comparison a, Comparison b) {
    const auto x = reinterpret_cast<SixteenOctets>(a);
    const auto y = reinterpret_cast<SixteenOctets>(b);
    return reinterpret_cast<Comparison>(x > y ? x : y);
}

// Returns the index of the first octet for which the comparison holds; it must
// hold for at least one. On little-endian processors the first octet of a half
// is its lowest bits, elsewhere its highest.
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
