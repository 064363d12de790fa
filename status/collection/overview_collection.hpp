// The overview: all crawlers, all sites, sums and series; or a longer list of
// the sites.

#ifndef ROBOTS_STATUS_COLLECTION_OVERVIEW_COLLECTION_HPP
#define ROBOTS_STATUS_COLLECTION_OVERVIEW_COLLECTION_HPP

#include <cstdint>

#include "status/collection/collection.hpp"
#include "status/collection/names.hpp"
#include "status/collection/rows.hpp"
#include "status/collection/source.hpp"
#include "status/collection/tally.hpp"
#include "status/model/model.hpp"
#include "status/model/query.hpp"

namespace robots::status {

class OverviewCollection : public Collection {
  public:
    OverviewCollection(const Source& source, Query query);

    bool step() override;

    // Complete when step() has said so.
    const model::Overview& overview() const { return overview_; }
    // Instead of it, for View::sites.
    const model::SiteList& list() const { return list_; }

  private:
    enum class Phase { names, visits, lines, sites, quiet_sites, rows };

    bool add_quiet_sites();
    void finish();
    void add_sites(std::vector<model::SiteRow>& rows, model::Page& page,
                   std::size_t size);

    Source source_;
    Query query_;
    Phase phase_ = Phase::names;
    Names names_;
    Scan<VisitRecord> visits_;
    Scan<LineRecord> lines_;
    Scan<SiteRecord> sites_;
    Tallies<CrawlerTally> by_crawler_;
    Tallies<SiteTally> by_site_;
    std::uint32_t listed_ = 0;  // sites of the policy that have a tally
    TopLines top_lines_;
    model::Overview overview_;
    model::SiteList list_;
};

}  // namespace robots::status

#endif
