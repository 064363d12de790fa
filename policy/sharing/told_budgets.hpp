// Budgets of which the fleet has told how they stand: judge() charges these in
// its second step. Each is charged here as well, to the state that the fleet
// told, so that this nginx can go on alone.

#ifndef ROBOTS_POLICY_SHARING_TOLD_BUDGETS_HPP
#define ROBOTS_POLICY_SHARING_TOLD_BUDGETS_HPP

#include <array>
#include <cstddef>
#include <cstdint>

#include "policy/robots_txt/rate.hpp"
#include "policy/sharing/asked_budgets.hpp"
#include "policy/state/budget_table.hpp"

namespace robots {

// What the fleet says of one budget.
struct ToldCharge {
    bool told = false;     // false: nobody answered for it
    bool granted = false;  // false: refused, and the budget is as it was
    // True: charged to the fleet. False though granted: the request had a pass.
    bool charged = false;
    Milliseconds wait{0};  // as in Charge
    Milliseconds due{0};   // when the next one is due, on this nginx's clock

    // When the budget is due in the fleet, if a request is charged `interval`.
    Milliseconds state(Milliseconds interval) const {
        return granted && !charged ? due - interval : due;
    }
};

struct ToldCharges {
    std::array<ToldCharge, kMaxDemands> all{};
    bool used_pass = false;
};

class ToldBudgets : public BudgetStore {
  public:
    // What gets the charges that the fleet should have back.
    class Refunds {
      public:
        virtual ~Refunds() = default;
        virtual void give_back(std::size_t index) noexcept = 0;
    };

    // All outlive the store. `list` and `told` go together.
    ToldBudgets(BudgetTable& local, const AskedList& list,
                const ToldCharges& told, Refunds& refunds)
        : BudgetStore(local.keys()),
          local_(local),
          list_(list),
          told_(told),
          refunds_(refunds) {}

    Charge charge(std::uint64_t key, Milliseconds now,
                  const Rate& rate) noexcept override;
    void give_back(const Spent& spent, Milliseconds now) noexcept override;
    void leave_pass(std::uint64_t key, Milliseconds until,
                    Milliseconds now) noexcept override {
        local_.leave_pass(key, until, now);
    }
    bool has_passes(Milliseconds now) noexcept override {
        return told_.used_pass || local_.has_passes(now);
    }
    bool take_pass(std::uint64_t key, Milliseconds now) noexcept override;

    // Whether the fleet answered for all that was charged.
    bool all_told() const { return all_told_; }

    // Whether the budget in that place of the list was asked for, perhaps to be
    // given back since.
    bool was_charged(std::size_t place) const { return used_[place]; }

  private:
    // The budget's place in the list, or its size.
    std::size_t place_of(std::uint64_t key) const;

    BudgetTable& local_;
    const AskedList& list_;
    const ToldCharges& told_;
    Refunds& refunds_;
    bool all_told_ = true;
    std::array<bool, kMaxDemands> used_{};
};

}  // namespace robots

#endif
