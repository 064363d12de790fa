// Sizes of tables in which some bits of a hash are the index.

#pragma once

#include <cstddef>

namespace robots {

// The least power of two that is not below `least`.
constexpr std::size_t power_of_two(std::size_t least) {
    std::size_t size = 1;
    while (size < least) {
        size *= 2;
    }
    return size;
}

}  // namespace robots
