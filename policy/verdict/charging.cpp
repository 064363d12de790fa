#include "policy/verdict/charging.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

#include "policy/verdict/budget_key.hpp"

namespace robots {

// Of the visitor's budget, which is secret, and the target as it was sent. A
// pass lies in the same part of the memory as its budget, so that nobody drives
// it out who could not drive out the budget.
std::uint64_t Charging::pass_key(const Demand& first) const {
    const std::string_view target = request_.target;
    const std::uint64_t hash =
        XXH3_64bits_withSeed(target.data(), target.size(), first.key);
    return (hash & ~kOpenToAll) | (first.key & kOpenToAll);
}

void Charging::give_back(const Demands& demands, const Charged& charged) {
    for (std::size_t i = 0; i < charged.size; ++i) {
        if (const Charge charge = charged.at(i); charge.granted) {
            give_back(demands.begin()[i], charge);
        }
    }
}

void Charging::leave_pass(const Demand& first, Milliseconds wait,
                          Milliseconds interval) {
    if (request_.method != Method::head) {
        return;
    }
    const std::uint64_t key = pass_key(first);
    budgets_.leave_pass(key, now_ + wait + std::max(interval, kShortestPass),
                        now_);
    if (request_.receipt != nullptr) {
        request_.receipt->pass = key;
    }
}

}  // namespace robots
