// The network of an address: a client that has one address of a network can
// easily get the others.

#pragma once

#include <cstddef>
#include <string_view>

namespace robots {

// Returns the first octets of an address of 4 or 16 octets: those of its /24
// (IPv4) or /56 (IPv6). Returns "" for an empty address.
constexpr std::string_view network_of(std::string_view address) {
    constexpr std::size_t kOctetsOf4 = 3;
    constexpr std::size_t kOctetsOf6 = 7;
    return address.substr(0, address.size() == 4 ? kOctetsOf4 : kOctetsOf6);
}

}  // namespace robots
