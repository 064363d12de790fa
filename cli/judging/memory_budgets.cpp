#include "cli/judging/memory_budgets.hpp"

#include <algorithm>

namespace robotsctl {

robots::Milliseconds BoundedTable::get(std::uint64_t key) const {
    for (const Slot& slot : sets_[key % sets_.size()]) {
        if (slot.key == key) {
            return slot.time;
        }
    }
    return robots::Milliseconds{0};
}

robots::Milliseconds BoundedTable::put(std::uint64_t key,
                                       robots::Milliseconds time) {
    Set& set = sets_[key % sets_.size()];
    for (Slot& slot : set) {
        if (slot.key == key) {
            slot.time = time;
            return robots::Milliseconds{0};
        }
    }
    Slot& slot = *std::min_element(
        set.begin(), set.end(),
        [](const Slot& a, const Slot& b) { return a.time < b.time; });
    const robots::Milliseconds gone = slot.time;
    slot = {key, time};
    return gone;
}

}  // namespace robotsctl
