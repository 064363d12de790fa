// Collects what a view shows in short steps, which a worker takes between its
// other work.

#ifndef ROBOTS_STATUS_COLLECTION_COLLECTION_HPP
#define ROBOTS_STATUS_COLLECTION_COLLECTION_HPP

#include <algorithm>
#include <cstddef>

#include "policy/state/record_table.hpp"

namespace robots::status {

class Collection {
  public:
    Collection() = default;
    virtual ~Collection() = default;
    Collection(const Collection&) = delete;
    Collection& operator=(const Collection&) = delete;

    // Takes one step: a few milliseconds at most, however large the ledger and
    // the policy are. True: that was the last. Throws std::bad_alloc.
    virtual bool step() = 0;
};

// A walk through a table of the ledger, a few thousand entries a step. Entries
// that come or go meanwhile may be seen or not.
template <class Record>
class Scan {
  public:
    explicit Scan(const RecordTable<Record>& table) : table_(table) {}

    // Calls `read` with a copy of each record and its place. True: that was the
    // last.
    template <typename Read>
    bool step(Read read) {
        // As much memory as is read in about a millisecond.
        constexpr std::size_t kOctets = std::size_t{1} << 19;
        const std::size_t end =
            std::min(at_ + kOctets / sizeof(Record), table_.capacity());
        for (; at_ < end; ++at_) {
            Record record;
            if (table_.copy(at_, record)) {
                ++entries_;
                read(record, at_);
            }
        }
        return at_ == table_.capacity();
    }

    // How many it has seen.
    std::size_t entries() const { return entries_; }

  private:
    const RecordTable<Record>& table_;
    std::size_t at_ = 0;
    std::size_t entries_ = 0;
};

}  // namespace robots::status

#endif
