#include "policy/crawlers/address_ranges.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <cstring>
#include <tuple>

#include "policy/base/text.hpp"

namespace robots {

namespace {

constexpr std::size_t kIpv4 = 4;
constexpr std::size_t kIpv6 = 16;

// The first twelve octets of an IPv4-mapped IPv6 address.
constexpr std::string_view kMapped("\0\0\0\0\0\0\0\0\0\0\xff\xff", 12);

// Parses an address by inet_pton(3). Returns "" if `text` is not an address.
std::string parsed(std::string_view text) {
    std::string out(kIpv6, '\0');
    const std::string terminated(text);
    if (text.find('\0') != std::string_view::npos) {
        return {};
    }
    if (::inet_pton(AF_INET, terminated.c_str(), out.data()) == 1) {
        out.resize(kIpv4);
        return out;
    }
    return ::inet_pton(AF_INET6, terminated.c_str(), out.data()) == 1
               ? out
               : std::string();
}

bool is_mapped(std::string_view address) {
    return address.size() == kIpv6 &&
           address.substr(0, kMapped.size()) == kMapped;
}

// Returns a mask of the bits in octet `at` that a prefix of `bits` bits covers.
std::uint8_t mask_at(std::size_t at, std::size_t bits) {
    const std::size_t covered =
        std::min<std::size_t>(8, bits - std::min(bits, at * 8));
    return static_cast<std::uint8_t>(0xff00U >> covered);
}

AddressPrefix prefix_of(std::string_view address, std::size_t bits) {
    AddressPrefix out;
    for (std::size_t i = 0; i < address.size(); ++i) {
        out.octets[i] = static_cast<std::uint8_t>(
            static_cast<unsigned char>(address[i]) & mask_at(i, bits));
    }
    out.bits = static_cast<std::uint8_t>(bits);
    out.is_ipv6 = address.size() == kIpv6;
    return out;
}

// Sorts IPv4 before IPv6, then by octets. Of prefixes with equal octets, the
// shorter one comes first. So a prefix comes before its subranges.
bool comes_before(const AddressPrefix& a, const AddressPrefix& b) {
    return std::tie(a.is_ipv6, a.octets, a.bits) <
           std::tie(b.is_ipv6, b.octets, b.bits);
}

std::string_view view_of(const AddressPrefix& prefix) {
    return {reinterpret_cast<const char*>(prefix.octets.data()),
            prefix.is_ipv6 ? kIpv6 : kIpv4};
}

// ---- addresses that no crawler has -----------------------------------------

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

// A prefix with fewer bits is rejected, because registries never assign so many
// addresses at once.
constexpr std::uint8_t kWideIpv4 = 8;
constexpr std::uint8_t kWideIpv6 = 16;

// The NAT64 prefix 64:ff9b::/96 (RFC 6052).
constexpr std::string_view kNat64("\x00\x64\xff\x9b\0\0\0\0\0\0\0\0", 12);

bool overlap(const AddressPrefix& a, const AddressPrefix& b) {
    return a.contains(view_of(b)) || b.contains(view_of(a));
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

std::string address_from(std::string_view text) {
    std::string out = parsed(text);
    if (is_mapped(out)) {
        out.erase(0, kMapped.size());
    }
    return out;
}

std::string address_text(std::string_view address) {
    char out[INET6_ADDRSTRLEN] = "";
    if (address.size() == kIpv4 || address.size() == kIpv6) {
        const int family = address.size() == kIpv4 ? AF_INET : AF_INET6;
        ::inet_ntop(family, address.data(), out, sizeof out);
    }
    return out;
}

bool AddressPrefix::contains(std::string_view address) const {
    if (address.size() != (is_ipv6 ? kIpv6 : kIpv4)) {
        return false;
    }
    const std::size_t whole = bits / 8;
    if (std::memcmp(address.data(), octets.data(), whole) != 0) {
        return false;
    }
    return bits % 8 == 0 || (static_cast<unsigned char>(address[whole]) &
                             mask_at(whole, bits)) == octets[whole];
}

std::string AddressPrefix::text() const {
    return address_text(view_of(*this)) + '/' + std::to_string(bits);
}

ReadPrefix read_prefix(std::string_view text) {
    const std::size_t slash = std::min(text.find('/'), text.size());
    std::string address = parsed(text.substr(0, slash));
    if (address.empty()) {
        return {std::nullopt,
                "is not an address or a prefix, such as `192.0.2.0/24`, "
                "`2001:db8::/32` or `192.0.2.7`"};
    }
    const std::size_t most = address.size() * 8;
    std::optional<std::uint64_t> stated = most;
    if (slash < text.size()) {
        const std::string_view length = text.substr(slash + 1);
        const bool is_padded = length.size() > 1 && length[0] == '0';
        stated = is_padded ? std::nullopt : number_from(length);
    }
    if (!stated || *stated > most) {
        return {std::nullopt,
                "has no valid length after `/`; write a number from 0 to " +
                    std::to_string(most)};
    }
    auto bits = static_cast<std::size_t>(*stated);
    if (is_mapped(address) && bits >= kMapped.size() * 8) {
        address.erase(0, kMapped.size());
        bits -= kMapped.size() * 8;
    }
    const AddressPrefix prefix = prefix_of(address, bits);
    if (view_of(prefix) != address) {
        return {std::nullopt,
                "has bits set after the first " + std::to_string(bits) +
                    "; write " + cited(prefix.text()) +
                    " for the whole range, or " + cited(address_text(address)) +
                    " for this one address"};
    }
    return {prefix, {}};
}

AddressRanges::AddressRanges(std::vector<AddressPrefix> prefixes) {
    std::sort(prefixes.begin(), prefixes.end(), comes_before);
    for (const AddressPrefix& prefix : prefixes) {
        const bool within =
            !prefixes_.empty() && prefixes_.back().contains(view_of(prefix));
        if (!within) {
            prefixes_.push_back(prefix);
        }
    }
    prefixes_.shrink_to_fit();
}

const AddressPrefix* AddressRanges::find(std::string_view address) const {
    if (address.size() != kIpv4 && address.size() != kIpv6) {
        return nullptr;
    }
    // Finds the last prefix that starts at `address` or before `address`.
    const AddressPrefix sought = prefix_of(address, address.size() * 8);
    const auto after = std::upper_bound(prefixes_.begin(), prefixes_.end(),
                                        sought, comes_before);
    if (after == prefixes_.begin() || !std::prev(after)->contains(address)) {
        return nullptr;
    }
    return &*std::prev(after);
}

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
