// The network of an IP address. A client that has one address of a network can
// easily get the other addresses of that network.

#pragma once

#include <cstddef>
#include <string_view>

namespace robots {

// Returns the first 3 octets of an IPv4 address (its /24 network) or the first
// 7 octets of an IPv6 address (its /56 network). `address` has 4 or 16 octets.
// If `address` is empty, returns "".
constexpr std::string_view network_of(std::string_view address) {
    constexpr std::size_t kOctetsOf4 = 3;
    constexpr std::size_t kOctetsOf6 = 7;
    return address.substr(0, address.size() == 4 ? kOctetsOf4 : kOctetsOf6);
}

}  // namespace robots
