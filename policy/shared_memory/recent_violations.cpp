#include "policy/shared_memory/recent_violations.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstring>
#include <type_traits>

namespace robots {

static_assert(std::is_trivially_copyable_v<ViolationNote>);

std::uint64_t RecentViolations::checksum_of(const Words& words) {
    return XXH3_64bits(words.data(), sizeof words);
}

void RecentViolations::add(ViolationNote note) noexcept {
    if (size_ == 0) {
        return;
    }
    note.number = last_->fetch_add(1, std::memory_order_acq_rel) + 1;
    Words words;
    std::memcpy(words.data(), &note, sizeof words);
    Place& place = places_[note.number % size_];
    for (std::size_t i = 0; i < kWords; ++i) {
        place.words[i].store(words[i], std::memory_order_relaxed);
    }
    place.checksum.store(checksum_of(words), std::memory_order_release);
}

std::optional<ViolationNote> RecentViolations::find(
    std::uint64_t number) const {
    if (size_ == 0 || number == 0) {
        return std::nullopt;
    }
    const Place& place = places_[number % size_];
    const std::uint64_t checksum =
        place.checksum.load(std::memory_order_acquire);
    Words words;
    for (std::size_t i = 0; i < kWords; ++i) {
        words[i] = place.words[i].load(std::memory_order_relaxed);
    }
    ViolationNote note;
    std::memcpy(static_cast<void*>(&note), words.data(), sizeof words);
    return checksum == checksum_of(words) && note.number == number
               ? std::optional(note)
               : std::nullopt;
}

}  // namespace robots
