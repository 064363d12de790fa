// The overview: all crawlers, all sites, sums and series.

#ifndef ROBOTS_MODULE_STATUS_COLLECTION_OVERVIEW_COLLECTION_HPP
#define ROBOTS_MODULE_STATUS_COLLECTION_OVERVIEW_COLLECTION_HPP

#include "../model.hpp"
#include "../query.hpp"
#include "collection.hpp"
#include "names.hpp"
#include "rows.hpp"
#include "source.hpp"
#include "tally.hpp"

namespace robots::status {

class OverviewCollection : public Collection {
  public:
    OverviewCollection(const Source& source, Query query);

    bool step() override;

    // Complete when step() has said so.
    const model::Overview& overview() const { return overview_; }

  private:
    enum class Phase { names, visits, lines, sites, rows };

    void finish();

    Source source_;
    Query query_;
    Phase phase_ = Phase::names;
    Names names_;
    Scan<VisitRecord> visits_;
    Scan<LineRecord> lines_;
    Scan<SiteRecord> sites_;
    Tallies<CrawlerTally> by_crawler_;
    Tallies<SiteTally> by_site_;
    TopLines top_lines_;
    model::Overview overview_;
};

}  // namespace robots::status

#endif
