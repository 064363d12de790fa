// Addresses that no crawler has on the public internet (RFC 6890, and the
// registries of special-purpose addresses that it began).

#pragma once

#include <string>
#include <string_view>

#include "policy/crawlers/address_ranges.hpp"

namespace robots {

// Why no operator's crawlers come from `prefix`: "it has private addresses
// (10.0.0.0/8)", or that it is so wide that it is a route, not a range. "" if
// they may. Ranges for documentation (192.0.2.0/24) pass: nobody has them.
std::string why_not_public(const AddressPrefix& prefix);

// The same for one address, of 4 or 16 octets. A NAT64 address (64:ff9b::/96,
// RFC 6052) counts as the IPv4 address in it.
std::string why_not_public(std::string_view address);

}  // namespace robots
