// Budgets of an nginx that has lost its fleet, and takes only its share: each
// interval is as many times longer as the fleet had nginx.

#ifndef ROBOTS_POLICY_SHARING_DIVIDED_BUDGETS_HPP
#define ROBOTS_POLICY_SHARING_DIVIDED_BUDGETS_HPP

#include <algorithm>
#include <cstdint>

#include "policy/robots_txt/rate.hpp"

namespace robots {

class DividedBudgets : public BudgetStore {
  public:
    // `budgets` outlives this.
    DividedBudgets(BudgetStore& budgets, std::uint32_t nodes)
        : BudgetStore(budgets.keys()),
          budgets_(budgets),
          nodes_(std::max(nodes, std::uint32_t{1})) {}

    Charge charge(std::uint64_t key, Milliseconds now,
                  const Rate& rate) noexcept override {
        return budgets_.charge(key, now, longer(rate));
    }
    void give_back(const Spent& spent, Milliseconds now) noexcept override {
        budgets_.give_back({spent.key, spent.interval * nodes_, spent.tat},
                           now);
    }
    void leave_pass(std::uint64_t key, Milliseconds until,
                    Milliseconds now) noexcept override {
        budgets_.leave_pass(key, until, now);
    }
    bool has_passes(Milliseconds now) noexcept override {
        return budgets_.has_passes(now);
    }
    bool take_pass(std::uint64_t key, Milliseconds now) noexcept override {
        return budgets_.take_pass(key, now);
    }

  private:
    Rate longer(const Rate& rate) const {
        return {rate.interval * nodes_, rate.slack, rate.max_wait};
    }

    BudgetStore& budgets_;
    std::uint32_t nodes_;
};

}  // namespace robots

#endif
