// A cache that maps User-Agent headers to the crawlers that the headers name.
//
// Nearly every request has a header that was seen before, and a lookup costs
// less than parsing the header again. The cache is a table of sets. A set is
// one cache line with four headers, and a count of requests for each header. A
// new header replaces a header of its set with a count of 1. If all four counts
// are higher, the new header is not stored, and the lowest count is
// decremented. Every sixteenth new header also decrements all counts above 1 in
// its set. So a frequent header stays, even if many rare headers come between
// two of its requests. A header that is no longer sent is replaced after some
// time. An example with one set:
//
//     counts          a new header
//     9  3  1  7      replaces the third header
//     9  3  2  7      is not stored; the counts become 9 3 1 7
//     9  3  1  7      replaces the third header
//
// Two headers are equal if their 64-bit hashes are equal. The hash has a secret
// key, so that clients cannot choose headers that have equal hashes or belong
// to one set.

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
    // `crawlers` must outlive the HeaderMemory. `seed` must be secret. `sets`
    // is the number of sets and must be a power of two. A set has 64 octets.
    explicit HeaderMemory(const Crawlers& crawlers, std::uint64_t seed,
                          std::size_t sets = 2048);

    // The hash of a header (never 0), and the header's place in the cache.
    // `seen` is nullptr if the header is not in the cache.
    struct Found {
        std::uint64_t hash = 0;
        const Seen* seen = nullptr;

        // Whether the header is in the cache and names no crawler.
        bool names_nobody() const;
    };

    // Looks up a header. If the header is in the cache, increments its count.
    Found find(std::string_view user_agent);

    // Returns what Crawlers::identify() returns for `user_agent`. `found` must
    // be the result of find(user_agent). Does not allocate. `is_named` is an
    // IsNamed. A result for which `is_named` was called is not stored.
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
        // The index of the crawler's entry, kByShape for a crawler without an
        // entry, or kNobody. The bit kContactOnly is Sighting::contact_only.
        std::uint32_t crawler = 0;
        std::uint16_t offset = 0;  // with kByShape: the token's offset
        std::uint8_t size = 0;     // with kByShape: the token's length
        std::uint8_t count = 0;    // requests with this header, at most kOften
    };
    static constexpr std::size_t kPlaces = 4;
    struct alignas(64) Set {
        std::array<Seen, kPlaces> places;
    };
    static constexpr std::uint32_t kNobody = UINT32_MAX;
    static constexpr std::uint32_t kContactOnly = std::uint32_t{1} << 31;
    static constexpr std::uint32_t kByShape = kContactOnly - 2;
    static constexpr std::uint8_t kOften = UINT8_MAX;
    // Every kAges-th new header decrements the counts of its set.
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
    std::array<unsigned char, 192> key_;  // of the hash; computed from `seed`
    std::vector<Set> sets_;
    std::size_t mask_;           // the number of sets, minus 1
    std::uint32_t unknown_ = 0;  // how many headers were not in the cache
};

// Inline, because every request calls find(), which nearly always succeeds.
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
