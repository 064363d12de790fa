// Where the budgets of crawlers are.

#pragma once

#include <cstdint>

#include "policy/robots_txt/rate.hpp"
#include "policy/verdict/budget_key.hpp"

namespace robots {

// Where budgets live: shared memory in nginx, a map in tests and in robotsctl.
class BudgetStore {
  public:
    // `keys` makes the keys of its budgets, and outlives it. A store that wraps
    // another one has the same keys.
    explicit BudgetStore(const Keys& keys) : keys_(&keys) {}
    virtual ~BudgetStore() = default;
    BudgetStore(const BudgetStore&) = default;
    BudgetStore& operator=(const BudgetStore&) = default;

    const Keys& keys() const { return *keys_; }

    // Charges one request to the budget `key`, atomically.
    virtual Charge charge(std::uint64_t key, Milliseconds now,
                          const Rate& rate) noexcept = 0;

    // What charge() would answer, charging nothing.
    virtual Charge quote(std::uint64_t key, Milliseconds now,
                         const Rate& rate) noexcept = 0;

    // Takes one charge back, atomically: as if the request had never come. Each
    // charge is given back once at most.
    virtual void give_back(const Spent& spent, Milliseconds now) noexcept = 0;

    // Remembers a time that lies ahead; quote() says how far.
    virtual void remember(std::uint64_t key, Milliseconds until,
                          Milliseconds now) noexcept = 0;

    // Leaves a pass: one request may go through without a charge before
    // `until`. A key has one pass at most.
    virtual void leave_pass(std::uint64_t key, Milliseconds until,
                            Milliseconds now) noexcept = 0;

    // False: no key has a valid pass, so nobody need look. A store that cannot
    // tell says true.
    virtual bool has_passes(Milliseconds now) noexcept = 0;

    // Uses the key's pass up, atomically. False: there is none that ends within
    // so long; another one is not yet good.
    virtual bool take_pass(std::uint64_t key, Milliseconds now,
                           Milliseconds within) noexcept = 0;

    // Any pass ends sooner.
    static constexpr Milliseconds kAnyPass = Milliseconds::max();

  private:
    const Keys* keys_;
};

}  // namespace robots
