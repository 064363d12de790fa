// Where the visits of one crawler, or of one site, lie in the ledger.

#ifndef ROBOTS_STATUS_COLLECTION_VISIT_LIST_HPP
#define ROBOTS_STATUS_COLLECTION_VISIT_LIST_HPP

#include <cstddef>
#include <vector>

#include "status/collection/rows.hpp"
#include "status/collection/tally.hpp"

namespace robots::status {

class VisitList {
  public:
    void add(const SeenVisit& seen) {
        all_.push_back({seen.place, seen.total});
    }

    // Calls `show` with each visit of a page, the most requests first. A visit
    // that was evicted meanwhile is not shown.
    template <typename Show>
    model::Page page(const Source& source, std::size_t number, std::size_t size,
                     Show show) {
        const model::Page page = page_of(number, size, all_.size());
        keep_page(all_, page, [](const Entry& a, const Entry& b) {
            return a.requests != b.requests ? a.requests > b.requests
                                            : a.place < b.place;
        });
        for (const Entry& entry : all_) {
            VisitRecord visit;
            if (source.ledger.visits().copy(entry.place, visit)) {
                show(visit);
            }
        }
        return page;
    }

  private:
    struct Entry {
        std::size_t place;
        model::Count requests;
    };

    std::vector<Entry> all_;
};

}  // namespace robots::status

#endif
