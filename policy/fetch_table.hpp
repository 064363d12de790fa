// Which revision of its site's robots.txt each crawler was last served, in
// memory that processes share.
//
// A word table (word_table.hpp); a word holds 24 bits that tell a site's
// revisions apart, and the hour of the fetch since the table was made, in 16
// bits: seven years. In a full bucket the oldest fetch goes.

#ifndef ROBOTS_POLICY_FETCH_TABLE_HPP
#define ROBOTS_POLICY_FETCH_TABLE_HPP

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "octets.hpp"
#include "rate.hpp"
#include "word_table.hpp"

namespace robots {

// Tells the revisions of one site apart: 24 bits of a hash of the first sixteen
// octets of the name, which is a hash itself; never zero.
using RevisionTag = std::uint32_t;
inline RevisionTag revision_tag(std::string_view revision) {
    constexpr std::size_t kHalf = 8;
    // Multiplicative hashing; odd numbers without a pattern.
    const std::uint64_t hash =
        octets_at(revision, 0) * 0x9E3779B97F4A7C15 +
        octets_at(revision, std::min(revision.size(), kHalf)) *
            0xC2B2AE3D27D4EB4F;
    return std::max(static_cast<RevisionTag>(hash >> 40), RevisionTag{1});
}

// A view of the memory, to be copied at will. Allocates nothing.
class FetchTable {
  public:
    // `memory` and `octets` as in WordTable.
    FetchTable(void* memory, std::size_t octets) : words_(memory, octets) {}

    // The visitor (visitor_key) was served the revision, so long after the
    // table was made.
    void record(std::uint64_t visitor, RevisionTag revision,
                Milliseconds now) noexcept {
        const std::uint64_t value = hour_of(now) << kTagBits | revision;
        // Nearly all fetches are of what was fetched within the hour.
        if (words_.find(visitor).value() != value) {
            store(visitor, value);
        }
    }

    // What it was last served; nullopt where nothing is known.
    std::optional<RevisionTag> last(std::uint64_t visitor) const noexcept;

    std::size_t capacity() const { return words_.capacity(); }

  private:
    static constexpr int kTagBits = 24;
    static constexpr std::uint64_t kTagMask =
        (std::uint64_t{1} << kTagBits) - 1;
    static constexpr std::uint64_t kMaxHour = 0xffff;

    static std::uint64_t hour_of(Milliseconds now) {
        constexpr Milliseconds kHour = std::chrono::hours(1);
        return std::min(static_cast<std::uint64_t>(now.count()) /
                            static_cast<std::uint64_t>(kHour.count()),
                        kMaxHour);
    }
    void store(std::uint64_t visitor, std::uint64_t value) noexcept;
    WordTable::Place locate(std::uint64_t visitor) const;

    WordTable words_;
};

}  // namespace robots

#endif
