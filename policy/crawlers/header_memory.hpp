// A cache from User-Agent headers to the crawlers that they name.
//
// Nearly every request has a header that was seen before, and a look-up costs
// less than reading the header again. The cache is a table of sets. A set is
// one cache line: four headers, each with a count of how often it came. A new
// header replaces a header of its set whose count is 1. If there is none, the
// new header is not kept; instead the lowest count is decremented. Every
// sixteenth new header also decrements all counts of its set that are above 1.
// So a frequent header stays even if many others come in between. A header that
// no longer comes is replaced in the end. An example, one set:
//
//     counts          a new header comes
//     9  3  1  7      takes the place of the third
//     9  3  2  7      is not kept; the counts are 9 3 1 7
//     9  3  1  7      takes the place of the third
//
// Headers are compared by a 64-bit hash alone. The hash has a secret key, so
// that nobody can choose headers with equal hashes, or headers of one set.

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "policy/crawlers/crawlers.hpp"

namespace robots {

// Not thread-safe.
class HeaderMemory {
    struct Seen;

  public:
    // `crawlers` must outlive the memory, and `seed` must be secret. `sets`, a
    // power of two, is the number of sets, of 64 octets each.
    explicit HeaderMemory(const Crawlers& crawlers, std::uint64_t seed,
                          std::size_t sets = 2048);

    // A header's hash, which is never 0, and its place; nullptr: not in the
    // memory.
    struct Found {
        std::uint64_t hash = 0;
        const Seen* seen = nullptr;

        // Whether the memory knows that the header names no crawler.
        bool names_nobody() const;
    };

    // Looks a header up, and increments its count.
    Found find(std::string_view user_agent);

    // Returns what Crawlers::identify() returns for `user_agent`, the header
    // for which find() returned `found`. Allocates nothing. What depends on
    // `is_named`, which is an IsNamed, is not remembered.
    template <class Named>
    Sighting identify(const Found& found, std::string_view user_agent,
                      const Named& is_named) {
        return found.seen != nullptr && found.seen->crawler < kByShape
                   ? sighting_of(*found.seen)
                   : recall_or_read(found, user_agent, std::cref(is_named));
    }
    template <class Named>
    Sighting identify(std::string_view user_agent, const Named& is_named) {
        return identify(find(user_agent), user_agent, is_named);
    }
    Sighting identify(std::string_view user_agent) {
        return identify(user_agent, is_named_nowhere);
    }

  private:
    // A header and the crawler that it names.
    struct Seen {
        std::uint64_t hash = 0;
        // kNobody, or the index of the crawler's entry, or kByShape if it has
        // no entry; with kContactOnly if Sighting::contact_only is set
        std::uint32_t crawler = 0;
        std::uint16_t offset = 0;  // by shape: where the token starts
        std::uint8_t size = 0;     // by shape: the token's length
        std::uint8_t count = 0;    // how often the header came, at most kOften
    };
    static constexpr std::size_t kPlaces = 4;
    struct alignas(64) Set {
        std::array<Seen, kPlaces> places;
    };
    static constexpr std::uint32_t kNobody = UINT32_MAX;
    static constexpr std::uint32_t kContactOnly = std::uint32_t{1} << 31;
    static constexpr std::uint32_t kByShape = kContactOnly - 2;
    static constexpr std::uint8_t kOften = UINT8_MAX;
    // After so many unknown headers, counts of one set are decremented.
    static constexpr std::uint32_t kAges = 16;

    std::uint64_t hash(std::string_view user_agent) const;
    Set& set_of(std::uint64_t hash) { return sets_[hash >> 32 & mask_]; }
    Sighting sighting_of(const Seen& seen) const {
        const Crawler& crawler = crawlers_.entries()[seen.crawler];
        return {crawler.token, crawler.category, &crawler};
    }
    Sighting recall_or_read(const Found& found, std::string_view user_agent,
                            const IsNamed& is_named);
    Sighting read(std::uint64_t hash, std::string_view user_agent,
                  const IsNamed& is_named);
    Seen* make_room(Set& set);
    Seen remember(std::uint64_t hash, const Sighting& sighting,
                  std::string_view user_agent) const;

    const Crawlers& crawlers_;
    std::array<unsigned char, 192> key_;  // of the hash, derived from the seed
    std::vector<Set> sets_;
    std::size_t mask_;           // the number of sets, minus 1
    std::uint32_t unknown_ = 0;  // headers that had to be read
};

// Inline, since every request calls it, and nearly always finds the header.
inline HeaderMemory::Found HeaderMemory::find(std::string_view user_agent) {
    const std::uint64_t key = hash(user_agent);
    for (Seen& seen : set_of(key).places) {
        if (seen.hash == key) {
            if (seen.count < kOften) {
                ++seen.count;
            }
            return {key, &seen};
        }
    }
    return {key, nullptr};
}

inline bool HeaderMemory::Found::names_nobody() const {
    return seen != nullptr && seen->crawler == kNobody;
}

}  // namespace robots
