#include "replay/header_memo.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace robotsctl {

namespace {

// No more of a header is looked at to identify its sender.
constexpr std::size_t kMaxHeader = 2048;

}  // namespace

HeaderMemo::Entry& HeaderMemo::look_up(std::string_view header) {
    header = header.substr(0, kMaxHeader);
    const std::uint64_t hash = XXH3_64bits(header.data(), header.size());
    Entry& entry = entries_[hash % kEntries];
    // An empty header names nobody, as an entry never used says.
    if (entry.header != header) {
        entry.header.assign(header);
        entry.sighting = crawlers_.identify(entry.header);
        entry.tag = kUnset;
    }
    return entry;
}

}  // namespace robotsctl
