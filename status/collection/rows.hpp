// Rows of the status's tables, made of the ledger's records and tallies.

#ifndef ROBOTS_STATUS_COLLECTION_ROWS_HPP
#define ROBOTS_STATUS_COLLECTION_ROWS_HPP

#include "policy/site/groups.hpp"
#include "policy/state/ledger.hpp"
#include "status/collection/names.hpp"
#include "status/collection/source.hpp"
#include "status/collection/tally.hpp"
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

// Of a group that may be a nullptr: its name, or nothing; and what it does.
std::string_view name_of(const Group* group);
// For any request of the crawler that a cap may apply to.
std::vector<model::CapRow> caps_of(const Group* group, const Sighting& crawler,
                                   const Request& request = {});
std::optional<model::Actions> actions_of(const Group* group);

model::CrawlerRow crawler_row(const Source& source, const Names& names,
                              const CrawlerTally& tally);
model::SiteRow site_row(const Source& source, const Names& names,
                        const SiteTally& tally);

// With the buckets of its intervals, or with their median only.
enum class WithBuckets : bool { no, yes };
model::Visit visit_row(const Source& source, const Names& names,
                       const VisitRecord& visit, WithBuckets buckets);

model::Intervals intervals_of(const IntervalHistogram& histogram,
                              WithBuckets buckets);
IntervalHistogram histogram_of(const VisitRecord& visit);

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

    // At most kTopLines, the most hits first.
    std::vector<model::Line> rows(const Source& source, const Names& names);

  private:
    void trim();

    std::vector<SeenLine> lines_;
};

}  // namespace robots::status

#endif
