// Sizes for hash tables that use some bits of a hash as the index.

#pragma once

#include <cstddef>

namespace robots {

// Returns the smallest power of two that is at least `least`.
constexpr std::size_t power_of_two(std::size_t least) {
    std::size_t size = 1;
    while (size < least) {
        size *= 2;
    }
    return size;
}

}  // namespace robots
