// Whom a User-Agent header names, remembered from one request to the next.
//
// Nearly all requests of a server carry a header that it has seen before, and
// reading one again is dearer than knowing it. The memory is a table of sets of
// two, keyed by a hash that is seeded so that nobody outside can make headers
// collide. A header that comes for the first time takes the second place of its
// set; one that comes again moves to the first. A flood of ever new headers
// thus drives out only others of its kind.

#ifndef ROBOTS_POLICY_HEADER_MEMORY_HPP
#define ROBOTS_POLICY_HEADER_MEMORY_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include "crawlers.hpp"

namespace robots {

class HeaderMemory {
  public:
    // `crawlers` outlives the memory. 16 octets for each of `sets` times two
    // headers; `sets` is a power of two.
    explicit HeaderMemory(const Crawlers& crawlers, std::uint64_t seed,
                          std::size_t sets = 2048);

    // What Crawlers::identify says of `user_agent`. Allocates nothing.
    Sighting identify(std::string_view user_agent);

  private:
    // A header and the crawler that it names.
    struct Seen {
        std::uint64_t hash = 0;
        std::uint32_t crawler = 0;  // kNobody, kByShape, or the entry's index
        std::uint16_t offset = 0;   // by shape: where its token stands
        std::uint16_t size = 0;
    };
    struct Set {
        Seen first;
        Seen second;
    };
    static constexpr std::uint32_t kNobody = UINT32_MAX;
    static constexpr std::uint32_t kByShape = UINT32_MAX - 1;

    Seen remember(std::uint64_t hash, const Sighting& sighting,
                  std::string_view user_agent) const;
    Sighting recall(const Seen& seen, std::string_view user_agent) const;

    const Crawlers& crawlers_;
    std::uint64_t seed_;
    std::vector<Set> sets_;
};

}  // namespace robots

#endif
