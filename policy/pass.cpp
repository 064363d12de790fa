#include "pass.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

#include "budget_key.hpp"

namespace robots {

// Lies where the budget lies, which is secret, so that nobody drives it out who
// could not drive out the budget.
Pass::Pass(const Demand& demand, std::string_view target)
    : key_((XXH3_64bits_withSeed(target.data(), target.size(), demand.key) &
            ~kOpenToAll) |
           (demand.key & kOpenToAll)) {}

void Pass::leave(BudgetStore& budgets, Milliseconds now, Milliseconds wait,
                 Milliseconds interval, Receipt* receipt) const {
    budgets.leave_pass(key_, now + wait + std::max(interval, kShortestPass),
                       now);
    if (receipt != nullptr) {
        receipt->pass = key_;
    }
}

}  // namespace robots
