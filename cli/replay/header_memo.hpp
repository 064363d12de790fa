// Who sent a User-Agent header, remembered: a log has few distinct ones.

#ifndef ROBOTS_CLI_REPLAY_HEADER_MEMO_HPP
#define ROBOTS_CLI_REPLAY_HEADER_MEMO_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "crawlers.hpp"

namespace robotsctl {

// Remembers a fixed number of headers; a new one takes the place of another
// that hashes alike.
class HeaderMemo {
  public:
    struct Entry {
        std::string header;  // what the sighting may have views into
        robots::Sighting sighting;
        // For what the caller keeps by crawler; kUnset in a new entry.
        std::uint32_t tag = 0;
    };
    static constexpr std::uint32_t kUnset = 0xFFFFFFFF;

    // `crawlers` outlives the memo.
    explicit HeaderMemo(const robots::Crawlers& crawlers)
        : crawlers_(crawlers), entries_(kEntries) {}

    // Good until the next call.
    Entry& look_up(std::string_view header);

  private:
    static constexpr std::size_t kEntries = std::size_t{1} << 14;

    const robots::Crawlers& crawlers_;
    std::vector<Entry> entries_;
};

}  // namespace robotsctl

#endif
