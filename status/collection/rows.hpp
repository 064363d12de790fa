// Rows of the status's tables as JSON, made of the ledger's records and
// tallies.

#pragma once

#include <cstddef>
#include <vector>

#include "policy/site/groups.hpp"
#include "policy/state/ledger.hpp"
#include "status/collection/collection.hpp"
#include "status/collection/names.hpp"
#include "status/collection/tally.hpp"
#include "status/format/json_writer.hpp"
#include "status/model/model.hpp"

namespace robots::status {

// How many entries of a list a page shows.
constexpr std::size_t kCrawlersOnPage = 500;
constexpr std::size_t kSitesOnPage = 200;
constexpr std::size_t kSitesOfList = 500;
constexpr std::size_t kVisitsOnPage = 200;
constexpr std::size_t kLinesOnPage = 1000;
constexpr std::size_t kSitesOfCrawlerOnPage = 25;
constexpr std::size_t kRulesOfSite = 100;
constexpr std::size_t kTopLines = 50;

// The group that binds a crawler on a site now, or nullptr.
const Group* group_of(const Names& names, std::uint32_t site,
                      std::uint32_t crawler);

// The members "group", its name, and "private"; null and false for nullptr.
void put_group(JsonWriter& json, const Group* group);
// Where the group does less about a crawler than it says: for any request of
// the crawler, or for this one.
std::vector<model::CapRow> caps_of(const Group* group, const Sighting& crawler,
                                   const Request& request = {});

// Each writes one object; put_members its members only, which others follow.
void put_row(JsonWriter& json, const Source& source, const Names& names,
             const CrawlerTally& tally);
void put_row(JsonWriter& json, const Source& source, const Names& names,
             const SiteTally& tally);
void put_members(JsonWriter& json, const Source& source, const Names& names,
                 const VisitRecord& visit);

// The members "line" and "place" of a line of the group that may be a nullptr;
// the line is model::kGone where the policy no longer has it.
void put_line(JsonWriter& json, const Names& names, const Group* group,
              std::uint64_t key);

// The part of a list that a page shows: `put` writes each of `rows`.
template <class Rows, typename Put>
void put_page(JsonWriter& json, const Page& page, const Rows& rows, Put put) {
    json.open_object();
    json.name("total").number(page.total);
    json.name("first").number(page.first);
    json.name("rows").open_array();
    for (const auto& row : rows) {
        put(row);
    }
    json.close_array();
    json.close_object();
}

IntervalHistogram histogram_of(const VisitRecord& visit);
// nullopt if it is empty.
std::optional<model::Duration> median_of(const IntervalHistogram& histogram);

// A line's record, as it was read once.
struct SeenLine {
    explicit SeenLine(const LineRecord& record)
        : site(record.site()),
          crawler(record.crawler()),
          line(record.line()),
          hits(record.hits()),
          last(record.last_seen()) {}

    std::uint64_t site;
    std::uint64_t crawler;
    std::uint64_t line;
    model::Count hits;
    Milliseconds last;
};

// The lines with the most hits of all that are added.
class TopLines {
  public:
    void add(const SeenLine& line);

    // Writes a list of at most kTopLines, the most hits first.
    void put(JsonWriter& json, const Source& source, const Names& names);

  private:
    void trim();

    std::vector<SeenLine> lines_;
};

// Where the visits of one crawler, or of one site, lie in the ledger.

class VisitList {
  public:
    void add(const SeenVisit& seen) {
        all_.push_back({seen.place, seen.total});
    }

    // Writes the page numbered `number` from 1 of `size` visits, the most
    // requests first; `put` writes one. A visit that was evicted meanwhile is
    // not shown.
    template <typename Put>
    void put_page(JsonWriter& json, const Source& source, std::size_t number,
                  std::size_t size, Put put) {
        const Page page = page_of(number, size, all_.size());
        keep_page(all_, page, [](const Entry& a, const Entry& b) {
            return a.requests != b.requests ? a.requests > b.requests
                                            : a.place < b.place;
        });
        status::put_page(json, page, all_, [&](const Entry& entry) {
            VisitRecord visit;
            if (source.ledger.visits().copy(entry.place, visit)) {
                json.open_object();
                put(visit);
                json.close_object();
            }
        });
    }

  private:
    struct Entry {
        std::size_t place;
        model::Count requests;
    };

    std::vector<Entry> all_;
};

}  // namespace robots::status
