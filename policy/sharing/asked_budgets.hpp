// The budgets that a verdict needs, without charging any: judge() is given this
// store in place of the real one, and lists what it would have charged. With
// other keys it lists the same budgets under other names, in the same order.

#ifndef ROBOTS_POLICY_SHARING_ASKED_BUDGETS_HPP
#define ROBOTS_POLICY_SHARING_ASKED_BUDGETS_HPP

#include <array>
#include <cstddef>
#include <cstdint>

#include "policy/robots_txt/rate.hpp"
#include "policy/verdict/demands.hpp"

namespace robots {

// One budget, and what it grants.
struct AskedBudget {
    std::uint64_t key;
    Rate rate;
};

struct AskedList {
    std::array<AskedBudget, kMaxDemands> all;  // as it is: most stay unused
    std::size_t size = 0;

    const AskedBudget* begin() const { return all.data(); }
    const AskedBudget* end() const { return all.data() + size; }
};

// Every request is on time here, so that judge() goes on to the last budget.
class AskedBudgets : public BudgetStore {
  public:
    AskedBudgets(const Keys& keys, AskedList& list)
        : BudgetStore(keys), list_(list) {}

    Charge charge(std::uint64_t key, Milliseconds now,
                  const Rate& rate) noexcept override {
        if (list_.size < list_.all.size()) {
            list_.all[list_.size++] = {key, rate};
        }
        return robots::charge(Milliseconds{0}, now, rate);
    }

    bool has_passes(Milliseconds) noexcept override { return false; }

  private:
    AskedList& list_;
};

// Budgets that refuse every request: what a verdict comes to at worst.
class SpentBudgets : public BudgetStore {
  public:
    SpentBudgets() : BudgetStore(public_keys()) {}

    Charge charge(std::uint64_t, Milliseconds, const Rate&) noexcept override {
        return {false, kLongestWait, Milliseconds{0}};
    }

    bool has_passes(Milliseconds) noexcept override { return false; }
};

}  // namespace robots

#endif
