#include "budget_key.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "product_token.hpp"

namespace robots {

namespace {

constexpr std::uint64_t kShapeBudgets = 1024;

std::uint64_t hash(std::string_view octets, std::uint64_t seed) {
    return XXH3_64bits_withSeed(octets.data(), octets.size(), seed);
}

std::uint64_t crawler_hash(const Sighting& crawler) {
    return crawler.crawler != nullptr
               ? crawler.crawler->key
               : token_key(crawler.token) % kShapeBudgets;
}

// /24 of IPv4, /56 of IPv6.
std::string_view shared_part(std::string_view address, BudgetPer per) {
    switch (per) {
        case BudgetPer::crawler:
            return {};
        case BudgetPer::address:
            return address;
        case BudgetPer::subnet:
            break;
    }
    return address.substr(0, address.size() == 4 ? 3 : 7);
}

// Stands above the few values that shapes hash to, and above every `which`.
constexpr int kIdentityShift = 48;

std::uint64_t seed_of(const Visitor& visitor) {
    return visitor.site ^ crawler_hash(visitor.crawler) ^
           static_cast<std::uint64_t>(visitor.identity) << kIdentityShift;
}

}  // namespace

std::uint64_t visitor_key(const Visitor& visitor) {
    return hash({}, seed_of(visitor));
}

std::uint64_t budget_key(const Visitor& visitor, std::string_view address,
                         BudgetPer per, std::size_t which) {
    const std::uint64_t seed = seed_of(visitor) ^ which << 32;
    // The hash of no octets is short where the compiler knows that it is that.
    return per == BudgetPer::crawler ? hash({}, seed)
                                     : hash(shared_part(address, per), seed);
}

}  // namespace robots
