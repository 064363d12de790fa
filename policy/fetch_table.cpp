#include "fetch_table.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <chrono>

namespace robots {

namespace {

constexpr int kTagBits = 24;
constexpr std::uint64_t kTagMask = (std::uint64_t{1} << kTagBits) - 1;
constexpr std::uint64_t kMaxHour = 0xffff;

std::uint64_t hour_of(Milliseconds now) {
    const auto hours = std::chrono::duration_cast<std::chrono::hours>(now);
    return std::min(static_cast<std::uint64_t>(hours.count()), kMaxHour);
}

}  // namespace

RevisionTag revision_tag(std::string_view revision) {
    const std::uint64_t hash = XXH3_64bits(revision.data(), revision.size());
    return std::max(static_cast<RevisionTag>(hash & kTagMask), RevisionTag{1});
}

WordTable::Place FetchTable::locate(std::uint64_t visitor) const {
    return words_.locate(visitor,
                         [](std::uint64_t value) { return value >> kTagBits; });
}

void FetchTable::record(std::uint64_t visitor, RevisionTag revision,
                        Milliseconds now) noexcept {
    const std::uint64_t value = hour_of(now) << kTagBits | revision;
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
