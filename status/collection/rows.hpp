// Writes the parts of the status views as JSON: rows of tables, series and the
// lines of a robots.txt, from the ledger's records and tallies.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/shared_memory/ledger.hpp"
#include "policy/site/groups.hpp"
#include "policy/site/policy.hpp"
#include "status/collection/collection.hpp"
#include "status/collection/names.hpp"
#include "status/collection/tally.hpp"
#include "status/format/json_writer.hpp"
#include "status/model/model.hpp"

namespace robots::status {

// The maximum number of entries of a list on a page.
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

// Writes the members "group" (the name) and "private". If `group` is nullptr,
// writes null and false.
void put_group(JsonWriter& json, const Group* group);
// Returns the violations for which the action against a crawler is capped
// (cap_for()). Without `request`, the result is for any request of the crawler.
std::vector<model::CapRow> caps_of(const Group* group, const Sighting& crawler,
                                   const Request& request = {});

// put_row() writes one object. put_members() writes only the members of an
// object, so that the caller can add other members.
void put_row(JsonWriter& json, const StatusSource& source, const Names& names,
             const CrawlerTally& tally);
void put_row(JsonWriter& json, const StatusSource& source, const Names& names,
             const SiteTally& tally);
void put_members(JsonWriter& json, const StatusSource& source,
                 const Names& names, const VisitRecord& visit);

// Writes the members "rule" and "place" of a line of `group`, which may be
// nullptr. "rule" is model::kGone if the policy no longer has the line.
void put_line(JsonWriter& json, const Names& names, const Group* group,
              std::uint64_t key);

// Writes the part of a list that a page shows. `put` writes one of `rows`.
template <class Rows, typename Put>
void put_page(JsonWriter& json, const ListPage& page, const Rows& rows,
              Put put) {
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
// Returns nullopt if the histogram is empty.
std::optional<model::Duration> median_of(const IntervalHistogram& histogram);

// The values of a LineRecord, read once.
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

// Keeps the lines with the most hits. Hits are requests that a line decided
// about.
class TopLines {
  public:
    void add(const SeenLine& line);

    // Writes a list of at most kTopLines lines, those with the most hits first.
    void put(JsonWriter& json, const StatusSource& source, const Names& names);

  private:
    void trim();

    std::vector<SeenLine> lines_;
};

// A list of the visits of one crawler, or of the visits to one site. Stores the
// place in the ledger of each visit.

class VisitList {
  public:
    void add(const SeenVisit& seen) {
        all_.push_back({seen.place, seen.total});
    }

    // Writes page `number` (from 1). A page has `size` visits. The visits with
    // the most requests come first. `put` writes one visit. A visit that was
    // evicted before it is written is not shown.
    template <typename Put>
    void put_page(JsonWriter& json, const StatusSource& source,
                  std::size_t number, std::size_t size, Put put) {
        const ListPage page = page_of(number, size, all_.size());
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

// Requests over time.

// put_series_of_all() writes the series of all requests. put_series_of() writes
// the series of the site or crawler with `key`; an empty list if the zone had
// no room for the series.
void put_series_of_all(JsonWriter& json, const StatusSource& source);
void put_series_of(JsonWriter& json, const StatusSource& source,
                   std::uint64_t key);

// Writes how many requests the site or crawler with `key` had in the last hour,
// day and 7 days; null if the zone had no room for its series, or if `key` is
// nullopt.
void put_recent(JsonWriter& json, const StatusSource& source,
                std::optional<std::uint64_t> key);

// Writes how well a crawler obeyed its rules in the last day, 7 days, 30 days
// and since counting began, with a grade for each (obedience.hpp). The values
// for days are null if the zone had no room for the series, or if the crawler
// has no key (Names::key). They are also null if the crawler has violations
// that do not lower its grade (a shared budget, an unverifiable sender, a line
// that the crawler does not support), because a series does not count them
// separately.
void put_obedience(JsonWriter& json, const StatusSource& source,
                   const Names& names, const CrawlerTally& tally);

// Figures of the whole server: counts of requests, and how full the zone is.

model::Totals totals_of(const StatusSource& source);

// Returns the figures of the zone. The arguments are the numbers of entries in
// the ledger's tables.
model::Zone zone_of(const StatusSource& source, std::size_t visits,
                    std::size_t lines, std::size_t sites);

// The lines of a robots.txt: each line with its place in the policy, and with
// the number of requests that it decided about.

// How many requests each line of a group decided about. The key has the group
// and the line's line_key.
using LineHits = std::map<std::pair<const Group*, std::uint64_t>, model::Count>;

// Writes page `number` (from 1) of the lines of `text`, which is the robots.txt
// of `site`. A page has kLinesOnPage lines.
void put_text_lines(JsonWriter& json, const Policy& policy, const Site& site,
                    std::string_view text, const LineHits& hits,
                    std::size_t number);

// Recent events: the last violations, and the names of unlisted crawlers.

// The maximum number of violations in the view of a crawler or a site, and the
// maximum number of names.
constexpr std::size_t kViolationsOnPage = 50;
constexpr std::size_t kNamesOnPage = 50;

// Writes the names that unlisted crawlers give themselves: at most kNamesOnPage
// names, starting with the name that has the most requests.
void put_names(JsonWriter& json, const StatusSource& source,
               const Names& names);

// Which violations to list. A member without a value does not limit the list.
struct Wanted {
    std::optional<std::uint64_t> site;     // Site::key
    std::optional<std::uint64_t> crawler;  // Crawler::key, kUnlistedCrawler
    bool nothing = false;                  // the site or crawler does not exist
};

// Walks through the last violations, the latest first.
class ViolationList {
  public:
    // The list has at most `most` violations. `names` must outlive the list,
    // and must be complete before the first step.
    ViolationList(const StatusSource& source, const Names& names,
                  const Wanted& wanted, std::size_t most);

    // Looks at the next few violations. Returns true after the last violation.
    bool step();

    // Writes the list of the violations found.
    void put(JsonWriter& json) const;

  private:
    bool is_wanted(const ViolationNote& note) const;
    void put_row(const ViolationNote& note);

    const StatusSource& source_;
    const Names& names_;
    Wanted wanted_;
    std::size_t most_;
    std::uint64_t next_;   // the number of the next violation
    std::uint64_t first_;  // one less than the number of the oldest violation
    std::size_t shown_ = 0;
    std::string rows_;  // as JSON, with commas between them
};

}  // namespace robots::status
