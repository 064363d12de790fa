// The budgets of crawlers in shared memory. A budget limits the rate of
// requests.
//
// The table is a SplitTable (word_table.hpp). Each word stores the theoretical
// arrival time of one budget (rate.hpp, due_time.hpp) and a tag of 28 bits. In
// a full bucket, a new budget replaces the budget with the earliest time, which
// delays the fewest requests. A budget delays no requests after its time has
// passed.
//
// Keys that any client can cause (kOpenToAll) have their own quarter of the
// memory. So names that clients invent remove only budgets in that quarter.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "policy/shared_memory/due_time.hpp"
#include "policy/shared_memory/word_table.hpp"
#include "policy/verdict/budget_store.hpp"

namespace robots {

// A view of the shared memory, cheap to copy. Allocates nothing. `Atomic` is as
// in WordTable.
template <typename Atomic = std::atomic<std::uint64_t>>
class BasicBudgetTable : public BudgetStore {
  public:
    using Counter = std::atomic<std::uint64_t>;
    using Words = WordTable<kDueTimeBits, Atomic>;

    static constexpr std::size_t kAlignment = Words::kAlignment;

    // Returns the octets of memory for `budgets` budgets, a multiple of
    // kAlignment.
    static constexpr std::size_t octets_for(std::size_t budgets) {
        return Words::octets_for(budgets);
    }

    // `memory` and `octets` are as in WordTable; memory of fewer than four
    // buckets is not divided. `evicted` counts budgets that were replaced
    // before their time had passed. `evicted` and `keys` must outlive the
    // table. Like `memory`, `passes` must be in shared memory. It stores the
    // time when the last pass ends. A pass lets one request through without a
    // charge (BudgetStore). If `passes` is nullptr, has_passes() always returns
    // true.
    BasicBudgetTable(void* memory, std::size_t octets, Counter& evicted,
                     const Keys& keys = public_keys(),
                     Counter* passes = nullptr)
        : BudgetStore(keys),
          words_(memory, octets),
          evicted_(&evicted),
          passes_(passes) {}

    // `now` must be on a clock that all users of the table share. The clock
    // counts milliseconds since the table was made or since the clock
    // restarted, and is never negative. If two processes charge a new key at
    // the same instant, and the time of another budget in the bucket passes at
    // that instant, the key may get two words. Then one request too many is
    // granted, once.
    Charge charge(std::uint64_t key, Milliseconds now,
                  const Rate& rate) noexcept override {
        for (;;) {
            const Place place = words_.locate(key, weight_at(now));
            const Charge charge = charge_at(place, now, rate);
            if (!charge.granted || put(place, key, charge.tat, now)) {
                return charge;
            }
        }
    }

    Charge quote(std::uint64_t key, Milliseconds now,
                 const Rate& rate) noexcept override {
        return charge_at(words_.find(key), now, rate);
    }

    // Does nothing if another budget has replaced the budget of `spent` since
    // the charge.
    void give_back(const Spent& spent, Milliseconds now) noexcept override {
        for (;;) {
            const Place place = words_.find(spent.key);
            if (!place.known) {
                return;
            }
            const Milliseconds due = now + due_ahead(place.value(), now);
            const Milliseconds next = given_back(due, spent, now);
            if (next == due ||
                Words::store(place, spent.key, due_word(next, now))) {
                return;
            }
        }
    }

    // Moves the time of the budget to `due` if `due` is later. A later `due`
    // comes from another nginx or from the fleet's server, which knows of more
    // charges.
    void learn(std::uint64_t key, Milliseconds due, Milliseconds now) noexcept {
        if (due <= now) {
            return;
        }
        for (;;) {
            const Place place = words_.locate(key, weight_at(now));
            if (place.known && now + due_ahead(place.value(), now) >= due) {
                return;
            }
            if (put(place, key, due, now)) {
                return;
            }
        }
    }

    void remember(std::uint64_t key, Milliseconds until,
                  Milliseconds now) noexcept override {
        while (!put(words_.locate(key, weight_at(now)), key, until, now)) {
        }
    }

    // A pass is stored like a budget that is due when the pass ends. `passes_`
    // is written before the pass, so has_passes() is true for each stored pass.
    // A GET is charged if it comes before its pass is stored.
    void leave_pass(std::uint64_t key, Milliseconds until,
                    Milliseconds now) noexcept override {
        if (passes_ != nullptr) {
            const auto time = static_cast<std::uint64_t>(until.count());
            std::uint64_t seen = passes_->load(std::memory_order_relaxed);
            while (seen < time && !passes_->compare_exchange_weak(
                                      seen, time, std::memory_order_relaxed)) {
            }
        }
        remember(key, until, now);
    }

    bool has_passes(Milliseconds now) noexcept override {
        return passes_ == nullptr ||
               passes_->load(std::memory_order_relaxed) >
                   static_cast<std::uint64_t>(now.count());
    }

    bool take_pass(std::uint64_t key, Milliseconds now,
                   Milliseconds within) noexcept override {
        for (;;) {
            const Place place = words_.find(key);
            const Milliseconds ahead =
                place.known ? due_ahead(place.value(), now) : Milliseconds{0};
            if (ahead <= Milliseconds{0} || ahead > within) {
                return false;
            }
            if (Words::store(place, key, due_word(now, now))) {
                return true;
            }
        }
    }

    std::size_t capacity() const { return words_.capacity(); }

  private:
    using Place = typename Words::Place;

    static Charge charge_at(const Place& place, Milliseconds now,
                            const Rate& rate) {
        Milliseconds ahead =
            place.known ? due_ahead(place.value(), now) : Milliseconds{0};
        if (ahead > furthest_due(rate)) {
            ahead = Milliseconds{0};
        }
        return robots::charge(now + ahead, now, rate);
    }

    // Returns the weight function for WordTable::locate(). The weight of a word
    // is the time for which the word still delays requests.
    static auto weight_at(Milliseconds now) {
        return [now](std::uint64_t word) {
            return std::max(due_ahead(word, now), Milliseconds{0});
        };
    }

    // Stores `due` as the time of the budget `key`. Adds one to `evicted_` if
    // this replaces another budget before its time has passed. Returns false if
    // another process changed the word first.
    bool put(const Place& place, std::uint64_t key, Milliseconds due,
             Milliseconds now) noexcept {
        if (!Words::store(place, key, due_word(due, now))) {
            return false;
        }
        if (!place.known && place.seen != 0 &&
            weight_at(now)(place.value()) > Milliseconds{0}) {
            evicted_->fetch_add(1, std::memory_order_relaxed);
        }
        return true;
    }

    SplitTable<kDueTimeBits, 4, Atomic> words_;
    Counter* evicted_;
    Counter* passes_;
};

using BudgetTable = BasicBudgetTable<>;

}  // namespace robots
