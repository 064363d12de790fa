#include <algorithm>

#include "policy/verdict/deciding_line.hpp"
#include "status/collection/collection.hpp"
#include "status/collection/rows.hpp"
#include "status/collection/tally.hpp"
#include "status/format/json.hpp"

namespace robots::status {

namespace {

class OverviewCollection : public Collection {
  public:
    OverviewCollection(const StatusSource& source, const Query& query,
                       std::string& out)
        : Collection(source, out), query_(query) {
        then_each(visits_, [this](const VisitRecord& visit, std::size_t place) {
            const SeenVisit seen(visit, place, source_.ledger.visits());
            by_crawler_[names_.crawler(visit.crawler())].add(seen);
            by_site_[names_.site(visit.site())].add(seen);
        });
        then_each(lines_, [this](const LineRecord& line, std::size_t) {
            if (is_broken_by_deciding(line.line())) {
                top_lines_.add(SeenLine(line));
            }
        });
        then_each(sites_, [this](const SiteRecord& site, std::size_t) {
            by_site_[names_.site(site.site())].add(site);
        });
        then([this] { return add_quiet_sites(); });
    }

  private:
    bool add_quiet_sites();
    void finish() override;
    void put_sites(JsonWriter& json, std::size_t size);

    const Query& query_;
    Tallies<CrawlerTally> by_crawler_;
    Tallies<SiteTally> by_site_;
    std::uint32_t listed_ = 0;  // sites of the policy that have a tally
    TopLines top_lines_;
};

// Adds the sites without a record in the ledger: sites that nobody visited yet,
// and sites for which the ledger had no room.
bool OverviewCollection::add_quiet_sites() {
    constexpr std::uint32_t kSitesOfStep = 8192;
    const std::uint32_t all = names_.gone_site();
    const std::uint32_t end = std::min(listed_ + kSitesOfStep, all);
    for (; listed_ < end; ++listed_) {
        by_site_[listed_];
    }
    return listed_ == all;
}

void OverviewCollection::finish() {
    const bool is_list = query_.view == View::sites;
    JsonDocument json(out_, is_list ? "sites" : "overview", source_.server);
    if (is_list) {
        put_sites(json, kSitesOfList);
        json.close();
        return;
    }
    model::Totals totals = totals_of(source_);
    for (const CrawlerTally& tally : by_crawler_.all()) {
        totals.impostors += tally.impostors;
    }
    put(json.name("totals"), totals);
    put_series_of_all(json.name("series"), source_);
    ListPage page;
    const auto crawlers =
        by_crawler_.page(query_.crawlers_page, kCrawlersOnPage, page, busier);
    put_page(json.name("crawlers"), page, crawlers,
             [&](const CrawlerTally* tally) {
                 put_row(json, source_, names_, *tally);
             });
    put_sites(json, kSitesOnPage);
    top_lines_.put(json.name("rules"), source_, names_);
    put_names(json.name("unlisted"), source_, names_);
    put(json.name("zone"), zone_of(source_, visits_.entries(), lines_.entries(),
                                   sites_.entries()));
    json.close();
}

void OverviewCollection::put_sites(JsonWriter& json, std::size_t size) {
    ListPage page;
    const auto sites = by_site_.page(query_.sites_page, size, page, busier);
    put_page(json.name("sites"), page, sites, [&](const SiteTally* tally) {
        put_row(json, source_, names_, *tally);
    });
}

}  // namespace

std::unique_ptr<Collection> overview(const StatusSource& source,
                                     const Query& query, std::string& out) {
    return std::make_unique<OverviewCollection>(source, query, out);
}

}  // namespace robots::status
