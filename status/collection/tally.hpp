// Adds up records of the ledger by crawler and by site. Times are on the
// ledger's clock.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "policy/shared_memory/ledger.hpp"
#include "status/collection/collection.hpp"
#include "status/collection/names.hpp"
#include "status/model/model.hpp"

namespace robots::status {

// Returns the counts of a VisitRecord, or of the whole Ledger.
template <class Counts>
model::Requests requests_of(const Counts& counts) {
    model::Requests requests;
    for (std::size_t i = 0; i < kViolations; ++i) {
        const auto violation = static_cast<Violation>(i);
        for (std::size_t j = 0; j < kOutcomes.size(); ++j) {
            requests.by[i][j] = counts.requests(violation, kOutcomes[j]);
        }
        requests.also[i] = counts.also(violation);
    }
    return requests;
}

// Adds the signature counts of a visit to `sum`.
void add_signatures(model::SignatureCounts& sum, const VisitRecord& visit);

// The values of a record, read once so that they can be added to several sums.
struct SeenVisit {
    // `record` is a copy of the record at `where` in `visits`.
    SeenVisit(const VisitRecord& record, std::size_t where,
              const RecordTable<VisitRecord>& visits);

    const VisitRecord& visit;
    std::size_t place;
    model::Requests requests;
    model::Count total;
    // A crawler has one record per identity on each site. True for the first of
    // these records, so that each pair of crawler and site counts once.
    bool first_of_pair;
};

// The sums over all visits of one crawler, or over all visits to one site.
struct Tally {
    std::uint32_t number = 0;  // the crawler's or site's number in Names
    model::Requests requests;
    model::Count total = 0;  // the number of requests
    model::Delayed delayed;
    model::Count octets = 0;
    model::Duration upstream = 0;
    Milliseconds first_seen{0};
    Milliseconds last_seen{0};
    // How many crawlers a site has, or how many sites a crawler has.
    std::size_t others = 0;
    model::Requests impostors;  // the requests that impostors sent

    void add(const SeenVisit& seen);
};

struct CrawlerTally : Tally {
    std::array<model::Count, model::kIdentities> by_identity{};
    model::SignatureCounts signatures{};
    model::Count fetches = 0;
    Milliseconds fetched{0};  // when a robots.txt was last fetched
    RevisionTag revision = 0;
    std::uint64_t fetched_of = 0;  // Site::key of the site of that fetch
    // The place in the ledger of the visit with the most requests. A visit of
    // an impostor counts only if the crawler has no other visits.
    std::size_t busiest = 0;
    model::Count busiest_requests = 0;
    bool busiest_is_impostors = true;

    void add(const SeenVisit& seen);
};

struct SiteTally : Tally {
    model::Count robots_txt = 0;
    Milliseconds since{0};  // when the revision came into effect
    std::uint64_t revision = 0;

    using Tally::add;
    void add(const SiteRecord& site);
};

// The part of a list that is shown: `shown` of `total` entries starting at the
// index `first`, which counts from 0.
struct ListPage {
    std::size_t first = 0;
    std::size_t shown = 0;
    std::size_t total = 0;
};

// Tallies by number. A tally is created at its first use.
template <class T>
class Tallies {
  public:
    T& operator[](std::uint32_t number) {
        if (number >= places_.size()) {
            places_.resize(number + std::size_t{1}, kNone);
        }
        if (places_[number] == kNone) {
            places_[number] = static_cast<std::uint32_t>(all_.size());
            all_.emplace_back();
            all_.back().number = number;
        }
        return all_[places_[number]];
    }

    const std::deque<T>& all() const { return all_; }

    // Returns the entries of page `number` (from 1) in the order of `before`,
    // and stores in `page` which part of the list this is. A page has `size`
    // entries. If `number` is too high, returns the last page.
    template <typename Before>
    std::vector<const T*> page(std::size_t number, std::size_t size,
                               ListPage& page, Before before) const;

  private:
    static constexpr std::uint32_t kNone = UINT32_MAX;

    std::vector<std::uint32_t> places_;
    std::deque<T> all_;
};

// Returns the part of a list of `total` entries that page `number` shows.
inline ListPage page_of(std::size_t number, std::size_t size,
                        std::size_t total) {
    const std::size_t last = total == 0 ? 0 : (total - 1) / size;
    const std::size_t first =
        std::min(std::max<std::size_t>(number, 1) - 1, last) * size;
    return {first, std::min(size, total - first), total};
}

// Keeps only the entries of `page`, sorted by `before`, and removes all others.
template <typename T, typename Before>
void keep_page(std::vector<T>& all, const ListPage& page, Before before) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(page.first);
    const auto end = first + static_cast<std::ptrdiff_t>(page.shown);
    if (first != all.end()) {
        std::nth_element(all.begin(), first, all.end(), before);
    }
    std::partial_sort(first, end, all.end(), before);
    all.erase(end, all.end());
    all.erase(all.begin(), first);
}

template <class T>
template <typename Before>
std::vector<const T*> Tallies<T>::page(std::size_t number, std::size_t size,
                                       ListPage& page, Before before) const {
    std::vector<const T*> shown;
    shown.reserve(all_.size());
    for (const T& tally : all_) {
        shown.push_back(&tally);
    }
    page = page_of(number, size, shown.size());
    keep_page(shown, page, before);
    return shown;
}

// Orders tallies: the tally with the most requests comes first. Tallies with
// equal numbers of requests are in the policy's order.
inline bool busier(const Tally* a, const Tally* b) {
    return a->total != b->total ? a->total > b->total : a->number < b->number;
}

}  // namespace robots::status
