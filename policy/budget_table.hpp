// Crawlers' budgets in memory that processes share.
//
// A word table (word_table.hpp) of theoretical arrival times (rate.hpp). In a
// full bucket the budget with the earliest one goes: it binds least, and one
// whose time has passed binds nothing. Times are in milliseconds of 40 bits: 35
// years since the table was made.

#ifndef ROBOTS_POLICY_BUDGET_TABLE_HPP
#define ROBOTS_POLICY_BUDGET_TABLE_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "rate.hpp"
#include "word_table.hpp"

namespace robots {

// A view of the memory, to be copied at will. Allocates nothing.
class BudgetTable : public BudgetStore {
  public:
    using Counter = std::atomic<std::uint64_t>;

    static constexpr std::size_t kAlignment = WordTable::kAlignment;

    // An arrival time further ahead of now than this, 24.8 days, binds nothing.
    // It stems from before a clock of 32 bits started again.
    static constexpr Milliseconds kHorizon{std::int64_t{1} << 31};

    // The memory that `budgets` budgets take, a multiple of kAlignment.
    static constexpr std::size_t octets_for(std::size_t budgets) {
        return WordTable::octets_for(budgets);
    }

    // `memory` and `octets` as in WordTable; `evicted` counts budgets that had
    // to go while they still bound, and outlives the table.
    BudgetTable(void* memory, std::size_t octets, Counter& evicted)
        : words_(memory, octets), evicted_(&evicted) {}

    // `now` is a clock that all who share the table have in common, in
    // milliseconds since it was made or since the clock started again, and not
    // negative. Where two meet a new key at the same instant, and a budget of
    // its bucket runs out just then, the key may get two words: then one
    // request more than granted passes, once.
    Charge charge(std::uint64_t key, Milliseconds now,
                  const Rate& rate) noexcept override;
    Charge quote(std::uint64_t key, Milliseconds now,
                 const Rate& rate) noexcept override;
    // Nothing where the budget has had to go since.
    void give_back(const Spent& spent, Milliseconds now) noexcept override;

    std::size_t capacity() const { return words_.capacity(); }

  private:
    Charge charge_in_race(std::uint64_t key, Milliseconds now,
                          const Rate& rate) noexcept;
    WordTable::Place locate(std::uint64_t key, Milliseconds now) const;

    WordTable words_;
    Counter* evicted_;
};

}  // namespace robots

#endif
