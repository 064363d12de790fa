// The network that an address belongs to: a client with one of its addresses
// can easily have the others.

#pragma once

#include <cstddef>
#include <string_view>

namespace robots {

// The first octets of an address of 4 or 16: /24 of IPv4, /56 of IPv6. Empty
// for an empty one.
constexpr std::string_view network_of(std::string_view address) {
    constexpr std::size_t kOctetsOf4 = 3;
    constexpr std::size_t kOctetsOf6 = 7;
    return address.substr(0, address.size() == 4 ? kOctetsOf4 : kOctetsOf6);
}

}  // namespace robots
