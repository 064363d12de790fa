// Keys of what is remembered about crawlers, the same in every process and over
// reloads.

#ifndef ROBOTS_POLICY_BUDGET_KEY_HPP
#define ROBOTS_POLICY_BUDGET_KEY_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "crawlers.hpp"
#include "enforcement.hpp"

namespace robots {

// One crawler on one site. A name that anyone can use is apart from the same
// name verified, so that nobody spends or learns what is its owner's.
struct Visitor {
    std::uint64_t site = 0;  // Site::key
    Sighting crawler;
    Identity identity = Identity::unverifiable;
};

// One of 1,024 numbers for a crawler of which only the shape is known: such
// names are the sender's to choose, and must not fill a store.
std::uint64_t shape_key(std::string_view token);

// Each bit of the outcome depends on all bits (the finalizer of SplitMix64).
inline std::uint64_t mixed(std::uint64_t bits) {
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
    return bits ^ bits >> 31;
}

inline std::uint64_t visitor_key(std::uint64_t site, const Sighting& crawler,
                                 Identity identity) {
    // Stands above the few values that shapes have.
    constexpr int kIdentityShift = 48;
    const std::uint64_t who = crawler.crawler != nullptr
                                  ? crawler.crawler->key
                                  : shape_key(crawler.token);
    return mixed(site ^ who ^
                 static_cast<std::uint64_t>(identity) << kIdentityShift);
}

inline std::uint64_t visitor_key(const Visitor& visitor) {
    return visitor_key(visitor.site, visitor.crawler, visitor.identity);
}

// A visitor's budget for one of its group's rates (`which`; 0 is its
// crawl-delay), of all its addresses together.
inline std::uint64_t budget_key(std::uint64_t visitor, std::size_t which) {
    return which == 0 ? visitor : mixed(visitor + which);
}

// The same, shared by the addresses (4 or 16 octets) that `per` takes together.
std::uint64_t budget_key(std::uint64_t visitor, std::size_t which,
                         std::string_view address, BudgetPer per);

}  // namespace robots

#endif
