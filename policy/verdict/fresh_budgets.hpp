// Budgets in which every crawler is on time, since nothing is ever charged: for
// a verdict that asks what the rules say, not how busy a crawler has been.

#ifndef ROBOTS_POLICY_VERDICT_FRESH_BUDGETS_HPP
#define ROBOTS_POLICY_VERDICT_FRESH_BUDGETS_HPP

#include "policy/robots_txt/rate.hpp"

namespace robots {

class FreshBudgets : public BudgetStore {
  public:
    FreshBudgets() : BudgetStore(public_keys()) {}

    Charge charge(std::uint64_t, Milliseconds now,
                  const Rate& rate) noexcept override {
        return robots::charge(Milliseconds{0}, now, rate);
    }
};

}  // namespace robots

#endif
