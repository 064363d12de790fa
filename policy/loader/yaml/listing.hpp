// How many findings are listed.

#ifndef ROBOTS_POLICY_LOADER_YAML_LISTING_HPP
#define ROBOTS_POLICY_LOADER_YAML_LISTING_HPP

#include <cstddef>

namespace robots::loader {

// Others are counted.
struct Listing {
    std::size_t of_a_code = 10;  // warnings and advice
    std::size_t all = 100;       // also errors, of whatever code
};

// Nearly all: bounded only to bound memory.
constexpr Listing kWholeListing{100000, 100000};

}  // namespace robots::loader

#endif
