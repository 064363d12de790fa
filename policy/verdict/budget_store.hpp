// The interface of a store of budgets.

#pragma once

#include <cstdint>

#include "policy/robots_txt/rate.hpp"
#include "policy/verdict/budget_key.hpp"

namespace robots {

// A store of budgets: shared memory in nginx, a map in tests and in robotsctl.
class BudgetStore {
  public:
    // `keys` makes the keys of the budgets, and must outlive the store. A store
    // that wraps another store must have the same keys.
    explicit BudgetStore(const Keys& keys) : keys_(&keys) {}
    virtual ~BudgetStore() = default;
    BudgetStore(const BudgetStore&) = default;
    BudgetStore& operator=(const BudgetStore&) = default;

    const Keys& keys() const { return *keys_; }

    // Charges one request to the budget `key`, atomically.
    virtual Charge charge(std::uint64_t key, Milliseconds now,
                          const Rate& rate) noexcept = 0;

    // Returns what charge() would return, but charges nothing.
    virtual Charge quote(std::uint64_t key, Milliseconds now,
                         const Rate& rate) noexcept = 0;

    // Gives one charge back, atomically, as if the request had never come. The
    // caller must give each charge back at most once.
    virtual void give_back(const Spent& spent, Milliseconds now) noexcept = 0;

    // Stores the time `until` under `key`, like a budget that is due at
    // `until`. A later quote() returns in Charge::wait how far ahead `until`
    // is.
    virtual void remember(std::uint64_t key, Milliseconds until,
                          Milliseconds now) noexcept = 0;

    // Stores a pass under `key`. With the pass, one request may pass without a
    // charge until the time `until`. A key has at most one pass.
    virtual void leave_pass(std::uint64_t key, Milliseconds until,
                            Milliseconds now) noexcept = 0;

    // Returns false if no key has a valid pass. Then take_pass() need not be
    // called. A store that does not know whether a key has a valid pass returns
    // true.
    virtual bool has_passes(Milliseconds now) noexcept = 0;

    // Uses the key's pass, atomically. Returns false if the key has no pass.
    // Also returns false if the pass ends later than `within` from now, because
    // then the pass is not valid yet.
    virtual bool take_pass(std::uint64_t key, Milliseconds now,
                           Milliseconds within) noexcept = 0;

    // A `within` for take_pass() that every pass satisfies.
    static constexpr Milliseconds kAnyPass = Milliseconds::max();

  private:
    const Keys* keys_;
};

}  // namespace robots
