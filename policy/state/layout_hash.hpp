// A hash of the layout of shared memory: it changes if any part of the memory
// has another size or another place.

#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace robots {

// Hashes sizes and offsets, in this order (FNV-1a, by words of 64 bits).
constexpr std::uint64_t layout_hash(std::initializer_list<std::size_t> sizes) {
    std::uint64_t hash = 0xcbf2'9ce4'8422'2325;
    for (const std::size_t size : sizes) {
        hash = (hash ^ size) * 0x0000'0100'0000'01b3;
        hash ^= hash >> 32;
    }
    return hash;
}

}  // namespace robots
