// A table in shared memory that stores which revision of a site's robots.txt
// each crawler was last served.
//
// The table is a SplitTable (word_table.hpp). The value of a word has 24 bits
// that distinguish the revisions of a site, and 12 bits of the hour of the
// fetch. In a full bucket, a new fetch replaces the oldest fetch. The 12 bits
// of the hour suffice for half a year. Keys that any client can cause
// (kOpenToAll, budget_key.hpp) have their own half of the memory. So a client
// that invents names removes no fetch of a verified crawler.

#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "policy/base/octets.hpp"
#include "policy/robots_txt/rate.hpp"
#include "policy/shared_memory/word_table.hpp"
#include "policy/verdict/budget_key.hpp"

namespace robots {

// Distinguishes the revisions of one site: 24 bits of a hash of
// Revision::text(). A tag is never zero.
using RevisionTag = std::uint32_t;
inline RevisionTag revision_tag(std::string_view revision) {
    constexpr std::size_t kHalf = 8;
    // Multiplicative hashing by odd numbers without a bit pattern.
    const std::uint64_t hash =
        octets_at(revision, 0) * 0x9E3779B97F4A7C15 +
        octets_at(revision, std::min(revision.size(), kHalf)) *
            0xC2B2AE3D27D4EB4F;
    return std::max(static_cast<RevisionTag>(hash >> 40), RevisionTag{1});
}

// A view of the shared memory, cheap to copy. Allocates nothing.
class FetchTable {
  public:
    using Words = WordTable<36>;

    static constexpr std::size_t kAlignment = Words::kAlignment;

    // `memory` and `octets` are as in WordTable.
    FetchTable(void* memory, std::size_t octets) : words_(memory, octets) {}

    // Stores that the visitor with the key `key` (Keys::fetch) was served
    // `revision` at `now`. `now` must not be negative.
    void record(std::uint64_t key, RevisionTag revision,
                Milliseconds now) noexcept {
        const std::uint64_t hour = hour_of(now);
        const std::uint64_t value = hour << kRevisionBits | revision;
        // Nearly all fetches repeat an earlier fetch in the same hour. Then the
        // word need not be written again.
        if (words_.find(key).value() != value) {
            store(key, value, hour);
        }
    }

    // Returns which revision the visitor was last served; nullopt if unknown.
    std::optional<RevisionTag> last(std::uint64_t key) const noexcept {
        const auto place = words_.find(key);
        return place.known ? std::optional(static_cast<RevisionTag>(
                                 place.value() & kTagMask))
                           : std::nullopt;
    }

    std::size_t capacity() const { return words_.capacity(); }

  private:
    static constexpr int kRevisionBits = 24;
    static constexpr std::uint64_t kTagMask =
        (std::uint64_t{1} << kRevisionBits) - 1;
    static constexpr std::uint64_t kHourMask =
        Words::kMaxValue >> kRevisionBits;

    static std::uint64_t hour_of(Milliseconds now) {
        constexpr Milliseconds kHour = std::chrono::hours(1);
        return static_cast<std::uint64_t>(now / kHour) & kHourMask;
    }
    static std::uint64_t age(std::uint64_t fetch, std::uint64_t hour) {
        return (hour - (fetch >> kRevisionBits)) & kHourMask;
    }
    void store(std::uint64_t key, std::uint64_t value,
               std::uint64_t hour) noexcept {
        const auto weight = [hour](std::uint64_t fetch) {
            return kHourMask - age(fetch, hour);
        };
        for (;;) {
            const auto place = words_.locate(key, weight);
            if ((place.known && place.value() == value) ||
                Words::store(place, key, value)) {
                return;
            }
        }
    }

    SplitTable<36, 2> words_;
};

}  // namespace robots
