#include "header_memory.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <utility>

namespace robots {

HeaderMemory::HeaderMemory(const Crawlers& crawlers, std::uint64_t seed,
                           std::size_t sets)
    : crawlers_(crawlers), seed_(seed), sets_(sets) {}

Sighting HeaderMemory::identify(std::string_view user_agent) {
    // Never zero, which marks an empty place.
    const std::uint64_t hash =
        XXH3_64bits_withSeed(user_agent.data(), user_agent.size(), seed_) | 1;
    Set& set = sets_[hash >> 32 & (sets_.size() - 1)];
    if (set.first.hash == hash) {
        return recall(set.first, user_agent);
    }
    if (set.second.hash == hash) {
        std::swap(set.first, set.second);
        return recall(set.first, user_agent);
    }
    const Sighting sighting = crawlers_.identify(user_agent);
    set.second = remember(hash, sighting, user_agent);
    return sighting;
}

HeaderMemory::Seen HeaderMemory::remember(std::uint64_t hash,
                                          const Sighting& sighting,
                                          std::string_view user_agent) const {
    Seen seen;
    seen.hash = hash;
    if (!sighting) {
        seen.crawler = kNobody;
    } else if (sighting.crawler != nullptr) {
        seen.crawler = static_cast<std::uint32_t>(sighting.crawler -
                                                  crawlers_.entries().data());
    } else {
        seen.crawler = kByShape;
        seen.offset = static_cast<std::uint16_t>(sighting.token.data() -
                                                 user_agent.data());
        seen.size = static_cast<std::uint16_t>(sighting.token.size());
    }
    return seen;
}

Sighting HeaderMemory::recall(const Seen& seen,
                              std::string_view user_agent) const {
    if (seen.crawler == kNobody) {
        return {};
    }
    if (seen.crawler == kByShape) {
        return {user_agent.substr(seen.offset, seen.size), Category::other,
                nullptr};
    }
    const Crawler& crawler = crawlers_.entries()[seen.crawler];
    return {crawler.token, crawler.category, &crawler};
}

}  // namespace robots
