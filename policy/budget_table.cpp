#include "budget_table.hpp"

#include <algorithm>

namespace robots {

namespace {

// How long an arrival time binds yet: zero for one that has passed.
std::uint64_t ahead(std::uint64_t tat, Milliseconds now) {
    const auto since = static_cast<std::uint64_t>(now.count());
    constexpr auto kLimit =
        static_cast<std::uint64_t>(BudgetTable::kHorizon.count());
    return tat > since && tat - since < kLimit ? tat - since : 0;
}

// What one request is charged that comes `now`.
[[gnu::always_inline]] inline Charge charge_at(const WordTable::Place& place,
                                               Milliseconds now,
                                               const Rate& rate) {
    const bool binds = place.known && ahead(place.value(), now) != 0;
    const std::uint64_t tat = binds ? place.value() : 0;
    return robots::charge(Milliseconds(tat), now, rate);
}

}  // namespace

WordTable::Place BudgetTable::locate(std::uint64_t key,
                                     Milliseconds now) const {
    return words_.locate(key,
                         [now](std::uint64_t tat) { return ahead(tat, now); });
}

// Nearly all budgets are known, and nobody else charges them at this instant.
Charge BudgetTable::charge(std::uint64_t key, Milliseconds now,
                           const Rate& rate) noexcept {
    const WordTable::Place place = words_.find(key);
    if (place.known) {
        const Charge charge = charge_at(place, now, rate);
        if (!charge.granted ||
            WordTable::store(place, key,
                             static_cast<std::uint64_t>(charge.tat.count()))) {
            return charge;
        }
    }
    return charge_in_race(key, now, rate);
}

[[gnu::noinline]] Charge BudgetTable::charge_in_race(
    std::uint64_t key, Milliseconds now, const Rate& rate) noexcept {
    for (;;) {
        const WordTable::Place place = locate(key, now);
        const Charge charge = charge_at(place, now, rate);
        if (!charge.granted) {
            return charge;
        }
        if (WordTable::store(place, key,
                             static_cast<std::uint64_t>(charge.tat.count()))) {
            if (!place.known && ahead(place.value(), now) != 0) {
                evicted_->fetch_add(1, std::memory_order_relaxed);
            }
            return charge;
        }
    }
}

Charge BudgetTable::quote(std::uint64_t key, Milliseconds now,
                          const Rate& rate) noexcept {
    return charge_at(locate(key, now), now, rate);
}

void BudgetTable::give_back(const Spent& spent, Milliseconds now) noexcept {
    for (;;) {
        const WordTable::Place place = words_.find(spent.key);
        if (!place.known || ahead(place.value(), now) == 0) {
            return;
        }
        const Milliseconds tat(place.value());
        // A time of before the table was made can't be written.
        const Milliseconds next =
            std::max(given_back(tat, spent, now), Milliseconds{0});
        if (next == tat ||
            WordTable::store(place, spent.key,
                             static_cast<std::uint64_t>(next.count()))) {
            return;
        }
    }
}

}  // namespace robots
