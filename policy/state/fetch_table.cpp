#include "policy/state/fetch_table.hpp"

namespace robots {

void FetchTable::store(std::uint64_t key, std::uint64_t value,
                       std::uint64_t hour) noexcept {
    const auto weight = [hour](std::uint64_t fetch) {
        return kHourMask - age(fetch, hour);
    };
    const Words& words = words_of(key);
    for (;;) {
        const Words::Place place = words.locate(place_key(key), weight);
        if ((place.known && place.value() == value) ||
            Words::store(place, key, value)) {
            return;
        }
    }
}

std::optional<RevisionTag> FetchTable::last(std::uint64_t key) const noexcept {
    const Words::Place place = words_of(key).find(place_key(key));
    return place.known ? std::optional(
                             static_cast<RevisionTag>(place.value() & kTagMask))
                       : std::nullopt;
}

}  // namespace robots
