// The budgets of crawlers while a log is replayed. (nginx keeps them in shared
// memory.)

#ifndef ROBOTS_CLI_JUDGING_MEMORY_BUDGETS_HPP
#define ROBOTS_CLI_JUDGING_MEMORY_BUDGETS_HPP

#include "cli/judging/bounded_table.hpp"
#include "policy/robots_txt/rate.hpp"

namespace robotsctl {

class MemoryBudgets : public robots::BudgetStore {
  public:
    MemoryBudgets() : BudgetStore(robots::public_keys()) {}

    robots::Charge charge(std::uint64_t key, robots::Milliseconds now,
                          const robots::Rate& rate) noexcept override {
        const robots::Charge charged = quote(key, now, rate);
        if (charged.granted) {
            lost_ += table_.put(key, charged.tat) > now ? 1 : 0;
        }
        return charged;
    }

    robots::Charge quote(std::uint64_t key, robots::Milliseconds now,
                         const robots::Rate& rate) noexcept override {
        return robots::charge(table_.get(key), now, rate);
    }

    void give_back(const robots::Spent& spent,
                   robots::Milliseconds now) noexcept override {
        const robots::Milliseconds tat = table_.get(spent.key);
        const robots::Milliseconds next = robots::given_back(tat, spent, now);
        if (next != tat) {
            table_.put(spent.key, next);
        }
    }

    void leave_pass(std::uint64_t key, robots::Milliseconds until,
                    robots::Milliseconds now) noexcept override {
        lost_ += table_.put(key, until) > now ? 1 : 0;
    }

    bool take_pass(std::uint64_t key,
                   robots::Milliseconds now) noexcept override {
        if (table_.get(key) <= now) {
            return false;
        }
        table_.put(key, robots::Milliseconds{0});
        return true;
    }

    // How many budgets were dropped while they still delayed somebody.
    std::uint64_t lost() const { return lost_; }

  private:
    BoundedTable table_;
    std::uint64_t lost_ = 0;
};

}  // namespace robotsctl

#endif
