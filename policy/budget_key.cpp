#include "budget_key.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "product_token.hpp"

namespace robots {

namespace {

constexpr std::uint64_t kShapes = 1024;

// /24 of IPv4, /56 of IPv6.
std::string_view subnet_of(std::string_view address) {
    return address.substr(0, address.size() == 4 ? 3 : 7);
}

}  // namespace

std::uint64_t shape_key(std::string_view token) {
    return token_key(token) % kShapes;
}

std::uint64_t budget_key(std::uint64_t visitor, std::size_t which,
                         std::string_view address, BudgetPer per) {
    const std::uint64_t key = budget_key(visitor, which);
    if (per == BudgetPer::crawler) {
        return key;
    }
    const std::string_view part =
        per == BudgetPer::subnet ? subnet_of(address) : address;
    return XXH3_64bits_withSeed(part.data(), part.size(), key);
}

}  // namespace robots
