// A HEAD and the GET that follows it, charged once.
//
// Link checkers and others send HEAD, at once GET of the same target, and pace
// the pairs. So a HEAD that is charged leaves a pass in the budgets' store, and
// one GET of the same visitor and target goes by it.

#ifndef ROBOTS_POLICY_PASS_HPP
#define ROBOTS_POLICY_PASS_HPP

#include <string_view>

#include "demands.hpp"
#include "rate.hpp"
#include "receipt.hpp"

namespace robots {

// A pass is good for so long, or for the interval if that is longer.
constexpr Milliseconds kShortestPass{10000};

// Where the request's budget is `demand`, of several the first; `target` is as
// it was sent.
class Pass {
  public:
    Pass(const Demand& demand, std::string_view target);

    // True once for each left before.
    bool use(BudgetStore& budgets, Milliseconds now) const {
        return budgets.take_pass(key_, now);
    }

    // For a HEAD that goes on after `wait` and was charged `interval`.
    // `receipt` may be nullptr.
    void leave(BudgetStore& budgets, Milliseconds now, Milliseconds wait,
               Milliseconds interval, Receipt* receipt) const;

  private:
    std::uint64_t key_;
};

}  // namespace robots

#endif
