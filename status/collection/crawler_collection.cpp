#include "policy/verdict/deciding_line.hpp"
#include "status/collection/collection.hpp"
#include "status/collection/rows.hpp"
#include "status/collection/tally.hpp"
#include "status/format/json.hpp"

namespace robots::status {

namespace {

class CrawlerCollection : public Collection {
  public:
    CrawlerCollection(const StatusSource& source, const Query& query,
                      const Crawler& crawler, std::string& out)
        : Collection(source, out),
          query_(query),
          crawler_(crawler),
          recent_(source, names_, {{}, crawler.key}, kViolationsOnPage) {
        then_each(visits_, [this](const VisitRecord& visit, std::size_t place) {
            if (visit.crawler() == crawler_.key) {
                add(visit, place);
            }
        });
        then_each(lines_, [this](const LineRecord& line, std::size_t) {
            if (line.crawler() == crawler_.key &&
                is_broken_by_deciding(line.line())) {
                top_lines_.add(SeenLine(line));
            }
        });
        then([this] { return recent_.step(); });
    }

  private:
    void add(const VisitRecord& visit, std::size_t place);
    void finish() override;
    void put_site(JsonWriter& json, const VisitRecord& visit) const;
    void put_rules(JsonWriter& json, const VisitRecord& visit,
                   const Group* group) const;

    const Query& query_;
    const Crawler& crawler_;
    CrawlerTally tally_;
    IntervalHistogram histogram_;
    VisitList list_;
    TopLines top_lines_;
    ViolationList recent_;
};

void CrawlerCollection::add(const VisitRecord& visit, std::size_t place) {
    const SeenVisit seen(visit, place, source_.ledger.visits());
    tally_.add(seen);
    list_.add(seen);
    if (visit.identity() == Identity::impostor) {
        return;
    }
    for (std::size_t i = 0; i < kIntervalBuckets; ++i) {
        histogram_.add(i, visit.intervals(i));
    }
}

void CrawlerCollection::finish() {
    JsonDocument json(out_, "crawler", source_.server);
    tally_.number = names_.crawler(crawler_.key);
    put_row(json.name("crawler"), source_, names_, tally_);
    json.name("intervals").open_object();
    json.name("median").seconds(median_of(histogram_));
    put_buckets(json.name("buckets"), histogram_);
    json.close_object();
    put_series_of(json.name("series"), source_, crawler_.key);
    list_.put_page(json.name("sites"), source_, query_.sites_page,
                   kSitesOfCrawlerOnPage,
                   [&](const VisitRecord& visit) { put_site(json, visit); });
    top_lines_.put(json.name("rules"), source_, names_);
    recent_.put(json.name("last_violations"));
    json.close();
}

void CrawlerCollection::put_site(JsonWriter& json,
                                 const VisitRecord& visit) const {
    const std::uint32_t number = names_.site(visit.site());
    const Site* known = names_.site_at(number);
    put_members(json, source_, names_, visit);
    json.name("revision")
        .text_if_any(known != nullptr ? known->robots->revision.text()
                                      : std::string_view{});
    put_buckets(json.name("intervals"), histogram_of(visit));
    put_rules(json.name("group_rules"), visit,
              group_of(names_, number, tally_.number));
}

// Writes the first kRulesOfSite lines of a group, in the order in which they
// decide. A group may have ten thousand rules.
void CrawlerCollection::put_rules(JsonWriter& json, const VisitRecord& visit,
                                  const Group* group) const {
    const std::uint64_t pair = pair_key(visit.site(), visit.crawler());
    std::vector<DecidingLine> lines;
    ListPage page;
    if (group != nullptr) {
        lines = deciding_lines(*group, kRulesOfSite);
        page.total = count_of_deciding_lines(*group);
    }
    put_page(json, page, lines, [&](const DecidingLine& line) {
        model::Count hits = 0;
        source_.ledger.lines().each_of(
            line_record_key(pair, line.key),
            [&](const LineRecord& record) { hits += record.hits(); });
        json.open_object();
        json.name("rule").text(line.text);
        json.name("place").text_if_any(names_.policy().where(line.place));
        json.name("requests").number(hits);
        json.close_object();
    });
}

}  // namespace

std::unique_ptr<Collection> crawler_view(const StatusSource& source,
                                         const Query& query,
                                         const Crawler& crawler,
                                         std::string& out) {
    return std::make_unique<CrawlerCollection>(source, query, crawler, out);
}

}  // namespace robots::status
