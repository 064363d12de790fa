#include "policy/crawlers/header_memory.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "policy/crawlers/header_words.hpp"

namespace robots {

static_assert(kMaxHeader <= UINT16_MAX && kMaxProduct <= UINT8_MAX,
              "a token's place in a header fits a Seen");

HeaderMemory::HeaderMemory(const Crawlers& crawlers, std::uint64_t seed,
                           std::size_t sets)
    : crawlers_(crawlers), sets_(sets), mask_(sets - 1) {
    static_assert(sizeof key_ == XXH3_SECRET_DEFAULT_SIZE);
    XXH3_generateSecret_fromSeed(key_.data(), seed);
}

// Returns a hash that is never 0, because 0 marks an empty place.
std::uint64_t HeaderMemory::hash(std::string_view user_agent) const {
    return XXH3_64bits_withSecret(user_agent.data(), user_agent.size(),
                                  key_.data(), key_.size()) |
           1;
}

// Handles headers that are not in the cache, that name no crawler with an
// entry, or that are contact_only.
Sighting HeaderMemory::recall_or_read(const Found& found,
                                      std::string_view user_agent,
                                      const IsNamed& is_named) {
    if (found.seen == nullptr) {
        return read(found.hash, user_agent, is_named);
    }
    if (found.names_nobody()) {
        return {};
    }
    Seen seen = *found.seen;
    const bool contact_only = (seen.crawler & kContactOnly) != 0;
    seen.crawler &= ~kContactOnly;
    Sighting sighting =
        seen.crawler == kByShape
            ? Sighting{user_agent.substr(seen.offset, seen.size),
                       Category::other, nullptr}
            : sighting_of(seen);
    sighting.contact_only = contact_only;
    return sighting;
}

Sighting HeaderMemory::read(std::uint64_t hash, std::string_view user_agent,
                            const IsNamed& is_named) {
    bool has_asked = false;
    const Sighting sighting =
        crawlers_.identify(user_agent, [&](const Crawler& crawler) {
            has_asked = true;
            return is_named(crawler);
        });
    if (has_asked) {
        return sighting;
    }
    if (Seen* const room = make_room(set_of(hash)); room != nullptr) {
        *room = remember(hash, sighting, user_agent);
    }
    return sighting;
}

// Returns a place of `set` with a count of at most 1. If all counts are higher,
// decrements the lowest count and returns nullptr.
HeaderMemory::Seen* HeaderMemory::make_room(Set& set) {
    const bool ages = ++unknown_ % kAges == 0;
    Seen* rarest = nullptr;
    for (std::size_t i = 0; i < kPlaces; ++i) {
        // The first of several places with equal counts is replaced. So each
        // call starts one place further than the previous call.
        Seen& seen = set.places[(i + unknown_) % kPlaces];
        if (ages && seen.count > 1) {
            --seen.count;
        }
        if (rarest == nullptr || seen.count < rarest->count) {
            rarest = &seen;
        }
    }
    if (rarest->count <= 1) {
        return rarest;
    }
    --rarest->count;
    return nullptr;
}

HeaderMemory::Seen HeaderMemory::remember(std::uint64_t hash,
                                          const Sighting& sighting,
                                          std::string_view user_agent) const {
    Seen seen;
    seen.hash = hash;
    seen.count = 1;
    if (!sighting) {
        seen.crawler = kNobody;
    } else if (sighting.crawler != nullptr) {
        seen.crawler = static_cast<std::uint32_t>(sighting.crawler -
                                                  crawlers_.entries().data());
    } else {
        seen.crawler = kByShape;
        seen.offset = static_cast<std::uint16_t>(sighting.token.data() -
                                                 user_agent.data());
        seen.size = static_cast<std::uint8_t>(sighting.token.size());
    }
    if (sighting.contact_only) {
        seen.crawler |= kContactOnly;
    }
    return seen;
}

}  // namespace robots
