#include "fetch_table.hpp"

namespace robots {

WordTable::Place FetchTable::locate(std::uint64_t visitor) const {
    return words_.locate(visitor,
                         [](std::uint64_t value) { return value >> kTagBits; });
}

void FetchTable::store(std::uint64_t visitor, std::uint64_t value) noexcept {
    WordTable::Place place = locate(visitor);
    while (!(place.known && place.value() == value) &&
           !WordTable::store(place, visitor, value)) {
        place = locate(visitor);
    }
}

std::optional<RevisionTag> FetchTable::last(
    std::uint64_t visitor) const noexcept {
    const WordTable::Place place = locate(visitor);
    return place.known ? std::optional(
                             static_cast<RevisionTag>(place.value() & kTagMask))
                       : std::nullopt;
}

}  // namespace robots
