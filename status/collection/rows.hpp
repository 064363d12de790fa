// What the views of the status are made of, as JSON: rows of tables, series and
// the lines of a robots.txt, from the ledger's records and tallies.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/site/groups.hpp"
#include "policy/site/policy.hpp"
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

// Requests over time.

// Writes the series of all requests; and those of a site or a crawler by its
// key, none if there was no room for them.
void put_series_of_all(JsonWriter& json, const Source& source);
void put_series_of(JsonWriter& json, const Source& source, std::uint64_t key);

// Writes what a series has of the last hour, day and 7 days; null if there was
// no room for it, or there is no key.
void put_recent(JsonWriter& json, const Source& source,
                std::optional<std::uint64_t> key);

// Writes how a crawler kept to its rules in the last day, 7 days, 30 days and
// since counting began, and its grade for each (obedience.hpp). Those of days
// are null if there was no room for its series, there is no key, or some of its
// violations are none of rules in robots.txt: a series does not tell these
// apart.
void put_obedience(JsonWriter& json, const Source& source,
                   std::optional<std::uint64_t> key, const CrawlerTally& tally);

// Figures of the whole server: sums, and how full the zone is.

model::Totals totals_of(const Source& source);

// The figures, with the number of entries in each of the ledger's tables.
model::Zone zone_of(const Source& source, std::size_t visits, std::size_t lines,
                    std::size_t sites);

// The lines of a robots.txt: what each decided, and where its author wrote it.

// Requests that a group's lines decided about, by line_key.
using LineHits = std::map<std::pair<const Group*, std::uint64_t>, model::Count>;

// Writes the lines of `text`, which is what `site` serves, that a page of
// kLinesOnPage shows; the page numbered `number` from 1.
void put_text_lines(JsonWriter& json, const Policy& policy, const Site& site,
                    std::string_view text, const LineHits& hits,
                    std::size_t number);

// What happened lately: the last violations, and the names of unlisted
// crawlers.

// How many violations the view of a crawler or a site has, and how many names.
constexpr std::size_t kViolationsOnPage = 50;
constexpr std::size_t kNamesOnPage = 50;

// Writes what unlisted crawlers call themselves: a list of at most
// kNamesOnPage, the most requests first.
void put_names(JsonWriter& json, const Source& source, const Names& names);

// Which violations: those of a site, of a crawler, or all.
struct Wanted {
    std::optional<std::uint64_t> site;     // Site::key
    std::optional<std::uint64_t> crawler;  // Crawler::key, kUnlistedCrawler
    bool nothing = false;                  // what was named does not exist
};

// Walks through the last violations, the latest first.
class ViolationList {
  public:
    // `names` outlives the list, and is complete before the first step.
    ViolationList(const Source& source, const Names& names,
                  const Wanted& wanted, std::size_t most);

    // Looks at a few more. True: that was the last.
    bool step();

    // Writes the list of those that it found.
    void put(JsonWriter& json) const;

  private:
    bool is_wanted(const ViolationNote& note) const;
    void put_row(const ViolationNote& note);

    const Source& source_;
    const Names& names_;
    Wanted wanted_;
    std::size_t most_;
    std::uint64_t next_;   // its number
    std::uint64_t first_;  // of those that are kept
    std::size_t shown_ = 0;
    std::string rows_;  // as JSON, with commas between them
};

}  // namespace robots::status
