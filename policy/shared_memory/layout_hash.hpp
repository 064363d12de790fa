// A hash of the layout of shared memory. If the size or the offset of any part
// of the memory changes, the hash changes.

#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace robots {

// Returns a hash of sizes and offsets; their order matters. The algorithm is
// FNV-1a on 64-bit words.
constexpr std::uint64_t layout_hash(std::initializer_list<std::size_t> sizes) {
    std::uint64_t hash = 0xcbf2'9ce4'8422'2325;
    for (const std::size_t size : sizes) {
        hash = (hash ^ size) * 0x0000'0100'0000'01b3;
        hash ^= hash >> 32;
    }
    return hash;
}

}  // namespace robots
