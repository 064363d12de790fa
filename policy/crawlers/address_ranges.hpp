// Sets of IP addresses, as operators publish them for their crawlers.

#pragma once

#include <netinet/in.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace robots {

// Parses an address: returns 4 octets of IPv4 or 16 of IPv6, in network order,
// or "" if `text` is not an address. IPv4 that is mapped into IPv6
// (::ffff:192.0.2.1, RFC 4291 2.5.5.2) is returned as IPv4.
std::string address_from(std::string_view text);

// Returns an address in network order: 4 octets for IPv4, even if it is mapped
// into IPv6, or 16 octets. Empty for a Unix socket. A view into `address`.
inline std::string_view octets_of(const sockaddr* address) {
    if (address->sa_family == AF_INET) {
        auto* sin = reinterpret_cast<const sockaddr_in*>(address);
        return {reinterpret_cast<const char*>(&sin->sin_addr), 4};
    }
    if (address->sa_family == AF_INET6) {
        auto* sin6 = reinterpret_cast<const sockaddr_in6*>(address);
        auto* octets = reinterpret_cast<const char*>(&sin6->sin6_addr);
        return IN6_IS_ADDR_V4MAPPED(&sin6->sin6_addr)
                   ? std::string_view{octets + 12, 4}
                   : std::string_view{octets, 16};
    }
    return {};
}

// Returns the text of an address: "192.0.2.1", "2001:db8::1". Returns "" if
// `address` has neither 4 nor 16 octets.
std::string address_text(std::string_view address);

// All addresses that share their first `bits` bits (RFC 4632, RFC 4291 2.3).
struct AddressPrefix {
    std::array<std::uint8_t, 16> octets{};  // 0 behind the prefix
    std::uint8_t bits = 0;
    bool is_ipv6 = false;

    // `address` must have 4 or 16 octets.
    bool contains(std::string_view address) const;

    // "192.0.2.0/24", "2001:db8::/32"
    std::string text() const;
};

// The result of read_prefix(): a prefix, or what is wrong with the text.
struct ReadPrefix {
    std::optional<AddressPrefix> prefix;
    std::string problem;  // a clause: "... has bits set ...; write `...`"
};

// Reads "192.0.2.0/24", "2001:db8::/32" or a single address. "192.0.2.1/24" is
// a problem: either the address or the number of bits is a mistake.
ReadPrefix read_prefix(std::string_view text);

// A set of prefixes, immutable once built.
class AddressRanges {
  public:
    AddressRanges() = default;

    // Drops each prefix that lies within another prefix.
    explicit AddressRanges(std::vector<AddressPrefix> prefixes);

    // Returns the prefix that contains `address` (4 or 16 octets), or nullptr.
    const AddressPrefix* find(std::string_view address) const;

    // All prefixes, IPv4 first, then sorted by their octets. No prefix contains
    // another.
    const std::vector<AddressPrefix>& prefixes() const { return prefixes_; }
    bool empty() const { return prefixes_.empty(); }

  private:
    std::vector<AddressPrefix> prefixes_;
};

// Returns why no operator's crawlers can come from `prefix` on the public
// internet, or "" if they can. Either `prefix` overlaps special-purpose
// addresses (RFC 6890, and the registries that it started): "it has private
// addresses (10.0.0.0/8)". Or it is too wide for the addresses of one operator.
// Ranges for documentation (192.0.2.0/24) pass: nobody has them.
std::string why_not_public(const AddressPrefix& prefix);

// Returns why no crawler can come from `address` (4 or 16 octets), or "". A
// NAT64 address (64:ff9b::/96, RFC 6052) counts as the IPv4 address in it.
std::string why_not_public(std::string_view address);

}  // namespace robots
