#include "policy/sharing/told_budgets.hpp"

#include <algorithm>

namespace robots {

std::size_t ToldBudgets::place_of(std::uint64_t key) const {
    const auto* found = std::find_if(
        list_.begin(), list_.end(),
        [key](const AskedBudget& asked) { return asked.key == key; });
    return static_cast<std::size_t>(found - list_.begin());
}

Charge ToldBudgets::charge(std::uint64_t key, Milliseconds now,
                           const Rate& rate) noexcept {
    const std::size_t place = place_of(key);
    if (place == list_.size || !told_.all[place].told) {
        all_told_ = false;
        return local_.charge(key, now, rate);
    }
    const ToldCharge& told = told_.all[place];
    used_[place] = true;
    local_.learn(key, told.state(rate.interval), now);
    return {told.granted, told.wait, told.due};
}

void ToldBudgets::give_back(const Spent& spent, Milliseconds now) noexcept {
    const std::size_t place = place_of(spent.key);
    if (place == list_.size || !told_.all[place].told) {
        local_.give_back(spent, now);
    } else if (told_.all[place].charged) {
        local_.give_back(spent, now);
        refunds_.give_back(place);
    }
}

bool ToldBudgets::take_pass(std::uint64_t key, Milliseconds now) noexcept {
    // The pass lies here as well, if this nginx answered the HEAD.
    const bool here = local_.take_pass(key, now);
    return told_.used_pass || here;
}

}  // namespace robots
