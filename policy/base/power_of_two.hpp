// Sizes of tables of which a hash's bits say the place.

#ifndef ROBOTS_POLICY_BASE_POWER_OF_TWO_HPP
#define ROBOTS_POLICY_BASE_POWER_OF_TWO_HPP

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

#endif
