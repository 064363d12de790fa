// Budgets that answer as another store would, and charge nothing.

#ifndef ROBOTS_POLICY_VERDICT_QUOTES_HPP
#define ROBOTS_POLICY_VERDICT_QUOTES_HPP

#include <algorithm>
#include <cstdint>
#include <optional>

#include "policy/robots_txt/rate.hpp"

namespace robots {

class Quotes : public BudgetStore {
  public:
    // `budgets` outlives this.
    explicit Quotes(BudgetStore& budgets)
        : BudgetStore(budgets.keys()), budgets_(budgets) {}

    Charge charge(std::uint64_t key, Milliseconds now,
                  const Rate& rate) noexcept override {
        const Charge quoted = budgets_.quote(key, now, rate);
        longest_wait_ =
            std::max(longest_wait_.value_or(Milliseconds{0}), quoted.wait);
        return quoted;
    }

    // The longest wait so far; nullopt if no budget was asked.
    std::optional<Milliseconds> longest_wait() const { return longest_wait_; }

  private:
    BudgetStore& budgets_;
    std::optional<Milliseconds> longest_wait_;
};

}  // namespace robots

#endif
