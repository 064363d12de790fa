// Sets of IP addresses that operators publish for their crawlers.

#pragma once

#include <netinet/in.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace robots {

// Parses an address. Returns 4 octets for IPv4 or 16 octets for IPv6, in
// network order, or "" if `text` is not an address. Returns IPv4-mapped IPv6
// addresses (::ffff:192.0.2.1, RFC 4291 2.5.5.2) as IPv4.
std::string address_from(std::string_view text);

// Returns the octets of `address` in network order, as a view into `address`: 4
// octets for IPv4 and IPv4-mapped IPv6, 16 octets for other IPv6 addresses. The
// view is empty for a Unix socket.
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
    std::array<std::uint8_t, 16> octets{};  // bits after the first `bits` are 0
    std::uint8_t bits = 0;
    bool is_ipv6 = false;

    // Whether `address`, which has 4 or 16 octets, has this prefix.
    bool contains(std::string_view address) const;

    // Returns "192.0.2.0/24" or "2001:db8::/32".
    std::string text() const;
};

// The result of read_prefix(): a prefix, or what is wrong with the text.
struct ReadPrefix {
    std::optional<AddressPrefix> prefix;
    std::string problem;  // a phrase about `text`: "has bits set ...; ..."
};

// Parses "192.0.2.0/24", "2001:db8::/32" or a single address. "192.0.2.1/24" is
// an error, because either its address or its number of bits is a mistake.
ReadPrefix read_prefix(std::string_view text);

// A set of prefixes, immutable after construction.
class AddressRanges {
  public:
    AddressRanges() = default;

    // Drops each prefix that lies within another prefix.
    explicit AddressRanges(std::vector<AddressPrefix> prefixes);

    // Returns the prefix that contains `address` (4 or 16 octets), or nullptr.
    const AddressPrefix* find(std::string_view address) const;

    // Returns all prefixes: IPv4 before IPv6, then sorted by their octets. A
    // prefix never contains another prefix.
    const std::vector<AddressPrefix>& prefixes() const { return prefixes_; }
    bool empty() const { return prefixes_.empty(); }

  private:
    std::vector<AddressPrefix> prefixes_;
};

// Returns the reason why `prefix` cannot be the public addresses of one
// operator's crawlers, or "" if it can be. One reason is that `prefix` overlaps
// special-purpose addresses (RFC 6890 and its registries): "it has private
// addresses (10.0.0.0/8)". The other reason is that `prefix` is too wide for
// one operator. Ranges for documentation (192.0.2.0/24) are accepted, because
// nobody has these addresses.
std::string why_not_public(const AddressPrefix& prefix);

// Returns the reason why `address` (4 or 16 octets) cannot be the address of a
// crawler, or "" if it can be. For a NAT64 address (64:ff9b::/96, RFC 6052),
// the embedded IPv4 address is checked.
std::string why_not_public(std::string_view address);

}  // namespace robots
