// Which revision of its site's robots.txt each crawler was last served, in
// memory that processes share.
//
// A word table (word_table.hpp); a word holds 24 bits that tell a site's
// revisions apart, and the hour of the fetch since the table was made, in 16
// bits: seven years. In a full bucket the oldest fetch goes.

#ifndef ROBOTS_POLICY_FETCH_TABLE_HPP
#define ROBOTS_POLICY_FETCH_TABLE_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "rate.hpp"
#include "word_table.hpp"

namespace robots {

// Tells the revisions of one site apart: 24 bits of a hash, never zero.
using RevisionTag = std::uint32_t;
RevisionTag revision_tag(std::string_view revision);

// A view of the memory, to be copied at will. Allocates nothing.
class FetchTable {
  public:
    // `memory` and `octets` as in WordTable.
    FetchTable(void* memory, std::size_t octets) : words_(memory, octets) {}

    // The visitor (visitor_key) was served the revision, so long after the
    // table was made.
    void record(std::uint64_t visitor, RevisionTag revision,
                Milliseconds now) noexcept;

    // What it was last served; nullopt where nothing is known.
    std::optional<RevisionTag> last(std::uint64_t visitor) const noexcept;

    std::size_t capacity() const { return words_.capacity(); }

  private:
    WordTable::Place locate(std::uint64_t visitor) const;

    WordTable words_;
};

}  // namespace robots

#endif
