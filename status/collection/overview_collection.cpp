#include "status/collection/overview_collection.hpp"

#include <algorithm>
#include <utility>

#include "policy/verdict/deciding_line.hpp"
#include "status/collection/recent.hpp"
#include "status/collection/series_rows.hpp"
#include "status/collection/zone_figures.hpp"

namespace robots::status {

OverviewCollection::OverviewCollection(const Source& source, Query query)
    : source_(source),
      query_(std::move(query)),
      names_(source.policy),
      visits_(source.ledger.visits()),
      lines_(source.ledger.lines()),
      sites_(source.ledger.sites()) {}

bool OverviewCollection::step() {
    const auto go_on = [this](bool done, Phase next) {
        phase_ = done ? next : phase_;
        return false;
    };
    switch (phase_) {
        case Phase::names:
            return go_on(names_.step(), Phase::visits);
        case Phase::visits:
            return go_on(visits_.step([this](const VisitRecord& visit,
                                             std::size_t place) {
                const SeenVisit seen(visit, place, source_.ledger.visits());
                by_crawler_[names_.crawler(visit.crawler())].add(seen);
                by_site_[names_.site(visit.site())].add(seen);
            }),
                         Phase::lines);
        case Phase::lines:
            return go_on(
                lines_.step([this](const LineRecord& line, std::size_t) {
                    if (is_broken_by_deciding(line.line())) {
                        top_lines_.add(SeenLine(line));
                    }
                }),
                Phase::sites);
        case Phase::sites:
            return go_on(
                sites_.step([this](const SiteRecord& site, std::size_t) {
                    by_site_[names_.site(site.site())].add(site);
                }),
                Phase::quiet_sites);
        case Phase::quiet_sites:
            return go_on(add_quiet_sites(), Phase::rows);
        case Phase::rows:
            break;
    }
    finish();
    return true;
}

// Sites that nobody asked for yet, or of which the full ledger has no record.
bool OverviewCollection::add_quiet_sites() {
    constexpr std::uint32_t kStep = 8192;
    const std::uint32_t all = names_.gone_site();
    const std::uint32_t end = std::min(listed_ + kStep, all);
    for (; listed_ < end; ++listed_) {
        by_site_[listed_];
    }
    return listed_ == all;
}

void OverviewCollection::finish() {
    if (query_.view == View::sites) {
        list_.server = source_.server;
        add_sites(list_.sites, list_.page, kSitesOfList);
        return;
    }
    overview_.server = source_.server;
    overview_.totals = totals_of(source_);
    for (const CrawlerTally& tally : by_crawler_.all()) {
        overview_.totals.impostors += tally.impostors;
    }
    overview_.series = series_of_all(source_);
    overview_.zone =
        zone_of(source_, visits_.entries(), lines_.entries(), sites_.entries());
    for (const CrawlerTally* tally :
         by_crawler_.page(query_.crawlers_page, kCrawlersOnPage,
                          overview_.crawlers_page, busier)) {
        overview_.crawlers.push_back(crawler_row(source_, names_, *tally));
    }
    add_sites(overview_.sites, overview_.sites_page, kSitesOnPage);
    overview_.lines = top_lines_.rows(source_, names_);
    overview_.names = names_of(source_, names_);
}

void OverviewCollection::add_sites(std::vector<model::SiteRow>& rows,
                                   model::Page& page, std::size_t size) {
    for (const SiteTally* tally :
         by_site_.page(query_.sites_page, size, page, busier)) {
        rows.push_back(site_row(source_, names_, *tally));
    }
}

}  // namespace robots::status
