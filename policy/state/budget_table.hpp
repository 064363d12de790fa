// Crawlers' budgets in memory that processes share.
//
// Two word tables (word_table.hpp) of theoretical arrival times (rate.hpp,
// due_time.hpp), with tags of 28 bits. In a full bucket the budget with the
// earliest time goes: it binds least, and one whose time has passed binds
// nothing.
//
// Budgets whose keys are open to all (kOpenToAll, budget_key.hpp) lie in a
// quarter of the memory of their own: whoever makes up names fills that, and
// drives out no crawler that the catalogue knows.

#ifndef ROBOTS_POLICY_STATE_BUDGET_TABLE_HPP
#define ROBOTS_POLICY_STATE_BUDGET_TABLE_HPP

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "policy/robots_txt/rate.hpp"
#include "policy/state/due_time.hpp"
#include "policy/state/word_table.hpp"
#include "policy/verdict/budget_key.hpp"

namespace robots {

// A view of the memory, to be copied at will. Allocates nothing. `Atomic` as in
// WordTable.
template <typename Atomic = std::atomic<std::uint64_t>>
class BasicBudgetTable : public BudgetStore {
  public:
    using Counter = std::atomic<std::uint64_t>;
    using Words = WordTable<kDueTimeBits, Atomic>;

    static constexpr std::size_t kAlignment = Words::kAlignment;

    // The memory that `budgets` budgets take, a multiple of kAlignment.
    static constexpr std::size_t octets_for(std::size_t budgets) {
        return Words::octets_for(budgets);
    }

    // `memory` and `octets` as in WordTable; memory of less than four buckets
    // is not divided. `evicted` counts budgets that had to go while they still
    // bound, and outlives the table, as `keys` does. `passes`, which is shared
    // as the table is, holds the time up to which a pass may be good; nullptr:
    // a look-up is needed each time.
    BasicBudgetTable(void* memory, std::size_t octets, Counter& evicted,
                     const Keys& keys = public_keys(),
                     Counter* passes = nullptr)
        : BudgetStore(keys),
          listed_(memory, octets - open_part(octets)),
          open_(open_part(octets) == 0
                    ? listed_
                    : Words(static_cast<unsigned char*>(memory) + octets -
                                open_part(octets),
                            open_part(octets))),
          capacity_(Words(memory, octets).capacity()),
          evicted_(&evicted),
          passes_(passes) {}

    // `now` is a clock that all who share the table have in common, in
    // milliseconds since it was made or since the clock started again, and not
    // negative. Where two meet a new key at the same instant, and a budget of
    // its bucket runs out just then, the key may get two words: then one
    // request more than granted passes, once.
    Charge charge(std::uint64_t key, Milliseconds now,
                  const Rate& rate) noexcept override {
        // Nearly all budgets are known, and nobody else charges them at this
        // instant.
        const Words& words = words_of(key);
        const Place place = words.find(place_key(key));
        Charge charge = charge_at(place, now, rate);
        if (!place.known ||
            (charge.granted &&
             !Words::store(place, key, due_word(charge.tat, now)))) {
            charge_in_race(words, key, now, rate, charge);
        }
        return charge;
    }

    Charge quote(std::uint64_t key, Milliseconds now,
                 const Rate& rate) noexcept override {
        return charge_at(words_of(key).find(place_key(key)), now, rate);
    }

    // Nothing if the budget has had to go since.
    void give_back(const Spent& spent, Milliseconds now) noexcept override {
        const Words& words = words_of(spent.key);
        for (;;) {
            const Place place = words.find(place_key(spent.key));
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

    // The budget is due at `due` at the earliest, as somebody says who knows of
    // more charges.
    void learn(std::uint64_t key, Milliseconds due, Milliseconds now) noexcept {
        if (due <= now) {
            return;
        }
        const Words& words = words_of(key);
        for (;;) {
            const Place place = words.locate(place_key(key), weight_at(now));
            if (place.known && now + due_ahead(place.value(), now) >= due) {
                return;
            }
            if (put(place, key, due, now)) {
                return;
            }
        }
    }

    // A pass is a word like a budget's, due when it is good no longer. The time
    // goes first: a GET that misses it is charged, and no more.
    void leave_pass(std::uint64_t key, Milliseconds until,
                    Milliseconds now) noexcept override {
        if (passes_ != nullptr) {
            const auto time = static_cast<std::uint64_t>(until.count());
            std::uint64_t seen = passes_->load(std::memory_order_relaxed);
            while (seen < time && !passes_->compare_exchange_weak(
                                      seen, time, std::memory_order_relaxed)) {
            }
        }
        const Words& words = words_of(key);
        while (!put(words.locate(place_key(key), weight_at(now)), key, until,
                    now)) {
        }
    }

    bool has_passes(Milliseconds now) noexcept override {
        return passes_ == nullptr ||
               passes_->load(std::memory_order_relaxed) >
                   static_cast<std::uint64_t>(now.count());
    }

    bool take_pass(std::uint64_t key, Milliseconds now) noexcept override {
        const Words& words = words_of(key);
        for (;;) {
            const Place place = words.find(place_key(key));
            if (!place.known ||
                due_ahead(place.value(), now) <= Milliseconds{0}) {
                return false;
            }
            if (Words::store(place, key, due_word(now, now))) {
                return true;
            }
        }
    }

    std::size_t capacity() const { return capacity_; }

  private:
    using Place = typename Words::Place;

    static constexpr std::size_t open_part(std::size_t octets) {
        return octets / 4 / kAlignment * kAlignment;
    }

    const Words& words_of(std::uint64_t key) const {
        return (key & kOpenToAll) == 0 ? listed_ : open_;
    }

    // What one request is charged that comes `now`.
    [[gnu::always_inline]] static Charge charge_at(const Place& place,
                                                   Milliseconds now,
                                                   const Rate& rate) {
        Milliseconds ahead =
            place.known ? due_ahead(place.value(), now) : Milliseconds{0};
        if (ahead > furthest_due(rate)) {
            ahead = Milliseconds{0};
        }
        return robots::charge(now + ahead, now, rate);
    }

    // Into `charge`: what it returned would take a place on charge()'s stack.
    [[gnu::noinline]] void charge_in_race(const Words& words, std::uint64_t key,
                                          Milliseconds now, const Rate& rate,
                                          Charge& charge) noexcept {
        for (;;) {
            const Place place = words.locate(place_key(key), weight_at(now));
            charge = charge_at(place, now, rate);
            if (!charge.granted || put(place, key, charge.tat, now)) {
                return;
            }
        }
    }

    // How long a word binds yet.
    static auto weight_at(Milliseconds now) {
        return [now](std::uint64_t word) {
            return std::max(due_ahead(word, now), Milliseconds{0});
        };
    }

    // Counts what had to go for it. False: somebody else was faster.
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

    Words listed_;
    Words open_;
    std::size_t capacity_;
    Counter* evicted_;
    Counter* passes_;
};

using BudgetTable = BasicBudgetTable<>;

}  // namespace robots

#endif
