// Remembers which crawler a User-Agent header names.
//
// Nearly all requests carry a header that was seen before, and a look-up costs
// less than reading the header again. The memory is a table of sets of four
// headers, a cache line each, with a count of how often each came. A new header
// replaces one in its set that came only once. If there is none, the lowest
// count becomes less by one instead, and once in 16 times all four do. So a
// header that keeps coming stays, however many others come in between, and a
// header that comes no more leaves in the end. An example, one set:
//
//     counts          a new header comes
//     9  3  1  7      takes the place of the third
//     9  3  2  7      is not kept; the counts are 9 3 1 7
//     9  3  1  7      takes the place of the third
//
// Headers are compared by a 64-bit hash alone. It has a secret key, so that
// nobody can choose headers with the same hash, or for the same set.

#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "policy/crawlers/crawlers.hpp"

namespace robots {

// For one thread.
class HeaderMemory {
    struct Seen;

  public:
    // `crawlers` outlives the memory; `seed` is secret. 64 octets for each of
    // `sets` times four headers; `sets` is a power of two.
    explicit HeaderMemory(const Crawlers& crawlers, std::uint64_t seed,
                          std::size_t sets = 2048);

    // A header's hash, never 0, and its place in the memory, if it has one.
    struct Found {
        std::uint64_t hash = 0;
        const Seen* seen = nullptr;

        // Whether the memory knows that it is no crawler's.
        bool names_nobody() const;
    };

    // Looks a header up, and counts it.
    Found find(std::string_view user_agent);

    // What Crawlers::identify says of `user_agent`, the header that was found.
    // Allocates nothing.
    Sighting identify(const Found& found, std::string_view user_agent) {
        return found.seen != nullptr && found.seen->crawler < kByShape
                   ? sighting_of(*found.seen)
                   : recall_or_read(found, user_agent);
    }
    Sighting identify(std::string_view user_agent) {
        return identify(find(user_agent), user_agent);
    }

    // Whether identify() knows the answer without reading the header.
    bool remembers(std::string_view user_agent) const;

  private:
    // A header and the crawler that it names.
    struct Seen {
        std::uint64_t hash = 0;
        // kNobody; the entry's index, or kByShape where there is none, with
        // kContactOnly if that is all it is known by
        std::uint32_t crawler = 0;
        std::uint16_t offset = 0;  // by shape: where its token stands
        std::uint8_t size = 0;     // by shape: of its token
        std::uint8_t count = 0;    // how often it came, at most kOften
    };
    static constexpr std::size_t kPlaces = 4;
    struct alignas(64) Set {
        std::array<Seen, kPlaces> places;
    };
    static constexpr std::uint32_t kNobody = UINT32_MAX;
    static constexpr std::uint32_t kContactOnly = std::uint32_t{1} << 31;
    static constexpr std::uint32_t kByShape = kContactOnly - 2;
    static constexpr std::uint8_t kOften = UINT8_MAX;
    // After this many unknown headers, all counts of one set go down by one.
    static constexpr std::uint32_t kAges = 16;

    std::uint64_t hash(std::string_view user_agent) const;
    Set& set_of(std::uint64_t hash) { return sets_[hash >> 32 & mask_]; }
    const Set& set_of(std::uint64_t hash) const {
        return sets_[hash >> 32 & mask_];
    }
    Sighting sighting_of(const Seen& seen) const {
        const Crawler& crawler = crawlers_.entries()[seen.crawler];
        return {crawler.token, crawler.category, &crawler};
    }
    Sighting recall_or_read(const Found& found, std::string_view user_agent);
    Sighting read(std::uint64_t hash, std::string_view user_agent);
    Seen* make_room(Set& set);
    Seen remember(std::uint64_t hash, const Sighting& sighting,
                  std::string_view user_agent) const;

    const Crawlers& crawlers_;
    std::array<unsigned char, 192> key_;  // of the hash, made of the seed
    std::vector<Set> sets_;
    std::size_t mask_;           // of a set's number
    std::uint32_t unknown_ = 0;  // headers that had to be read
};

// Inline, since every request takes this way, and nearly all end here.
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
