#include "policy/state/key_counts.hpp"

namespace robots {

namespace {

std::size_t slots_for(std::size_t keys) {
    std::size_t slots = 2;
    while (slots < 2 * keys) {
        slots *= 2;
    }
    return slots;
}

}  // namespace

KeyCounts::KeyCounts(std::size_t keys) : slots_(slots_for(keys)) {}

// The key's slot, or the free one where it belongs.
std::size_t KeyCounts::find(std::uint64_t key) const {
    std::size_t at = home(key);
    while (slots_[at].count != 0 && slots_[at].key != key) {
        at = next(at);
    }
    return at;
}

void KeyCounts::add(std::uint64_t key) {
    Slot& slot = slots_[find(key)];
    slot.key = key;
    ++slot.count;
}

void KeyCounts::remove(std::uint64_t key) {
    const std::size_t at = find(key);
    if (slots_[at].count != 0 && --slots_[at].count == 0) {
        free(at);
    }
}

// Moves up what lies behind the slot only because it was in use.
void KeyCounts::free(std::size_t at) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = next(at); slots_[i].count != 0; i = next(i)) {
        const std::size_t strayed = (i - home(slots_[i].key)) & mask;
        if (strayed >= ((i - at) & mask)) {
            slots_[at] = slots_[i];
            at = i;
        }
    }
    slots_[at] = {};
}

}  // namespace robots
