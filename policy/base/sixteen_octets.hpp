// Operations on sixteen octets at once, with the compiler's vector extensions.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace robots {

constexpr std::size_t kSixteen = 16;

using SixteenOctets = unsigned char __attribute__((vector_size(kSixteen)));

// The results of sixteen comparisons, as octets: 0xff if true, 0 if false.
using Comparison = signed char __attribute__((vector_size(kSixteen)));

inline SixteenOctets sixteen_octets(const char* at) {
    SixteenOctets out;
    std::memcpy(&out, at, sizeof out);
    return out;
}

inline bool any(Comparison comparison) {
    std::array<std::uint64_t, 2> halves;
    std::memcpy(halves.data(), &comparison, sizeof comparison);
    return (halves[0] | halves[1]) != 0;
}

// Returns `a | b`. In a loop, compilers translate the expression `a | b` into
// three instructions, but this function into fewer.
inline Comparison either(Comparison a, Comparison b) {
    const auto x = reinterpret_cast<SixteenOctets>(a);
    const auto y = reinterpret_cast<SixteenOctets>(b);
    return reinterpret_cast<Comparison>(x > y ? x : y);
}

}  // namespace robots
