#include "policy/crawlers/special_addresses.hpp"

#include <algorithm>
#include <array>

namespace robots {

namespace {

struct Special {
    std::string_view prefix;
    std::string_view what;
};

constexpr std::array<Special, 15> kSpecial{{
    {"0.0.0.0/8", "addresses of no host"},
    {"10.0.0.0/8", "private addresses"},
    {"100.64.0.0/10", "addresses of carriers' networks"},
    {"127.0.0.0/8", "addresses of this machine"},
    {"169.254.0.0/16", "link-local addresses"},
    {"172.16.0.0/12", "private addresses"},
    {"192.0.0.0/24", "addresses for protocols"},
    {"192.168.0.0/16", "private addresses"},
    {"198.18.0.0/15", "addresses for benchmarks"},
    {"224.0.0.0/3", "multicast and reserved addresses"},
    {"::/8", "addresses of no host, or of this machine"},
    {"100::/64", "discarded addresses"},
    {"fc00::/7", "private addresses"},
    {"fe80::/9", "link-local addresses"},
    {"ff00::/8", "multicast addresses"},
}};

// Registries give out nothing as wide as this.
constexpr std::uint8_t kWideIpv4 = 8;
constexpr std::uint8_t kWideIpv6 = 16;

// 64:ff9b::/96
constexpr std::string_view kNat64("\x00\x64\xff\x9b\0\0\0\0\0\0\0\0", 12);

std::string_view octets_of(const AddressPrefix& prefix) {
    constexpr std::size_t kIpv4Octets = 4;
    return {reinterpret_cast<const char*>(prefix.octets.data()),
            prefix.is_ipv6 ? prefix.octets.size() : kIpv4Octets};
}

bool overlap(const AddressPrefix& a, const AddressPrefix& b) {
    return a.contains(octets_of(b)) || b.contains(octets_of(a));
}

std::string overlapping(const AddressPrefix& prefix) {
    for (const Special& special : kSpecial) {
        if (overlap(prefix, *read_prefix(special.prefix).prefix)) {
            return "it has " + std::string(special.what) + " (" +
                   std::string(special.prefix) + ")";
        }
    }
    return {};
}

}  // namespace

std::string why_not_public(const AddressPrefix& prefix) {
    if (prefix.bits < (prefix.is_ipv6 ? kWideIpv6 : kWideIpv4)) {
        return "it is too wide for the addresses of one operator";
    }
    return overlapping(prefix);
}

std::string why_not_public(std::string_view address) {
    if (address.substr(0, kNat64.size()) == kNat64) {
        address.remove_prefix(kNat64.size());
    }
    const ReadPrefix read = read_prefix(address_text(address));
    return read.prefix ? overlapping(*read.prefix) : "it is not an address";
}

}  // namespace robots
