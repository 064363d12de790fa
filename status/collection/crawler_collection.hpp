// One crawler on all sites.

#ifndef ROBOTS_STATUS_COLLECTION_CRAWLER_COLLECTION_HPP
#define ROBOTS_STATUS_COLLECTION_CRAWLER_COLLECTION_HPP

#include "status/collection/collection.hpp"
#include "status/collection/names.hpp"
#include "status/collection/recent.hpp"
#include "status/collection/rows.hpp"
#include "status/collection/source.hpp"
#include "status/collection/tally.hpp"
#include "status/collection/visit_list.hpp"
#include "status/model/model.hpp"
#include "status/model/query.hpp"

namespace robots::status {

class CrawlerCollection : public Collection {
  public:
    // `crawler` is one of the policy's.
    CrawlerCollection(const Source& source, Query query,
                      const Crawler& crawler);

    bool step() override;

    // Complete when step() has said so.
    const model::CrawlerPage& page() const { return page_; }

  private:
    enum class Phase { names, visits, lines, recent, rows };

    void finish();
    void add_site(const VisitRecord& visit);
    void add_rules(const VisitRecord& visit, const Group& group,
                   model::CrawlerOnSite& site) const;

    Source source_;
    Query query_;
    const Crawler& crawler_;
    Phase phase_ = Phase::names;
    Names names_;
    Scan<VisitRecord> visits_;
    Scan<LineRecord> lines_;
    CrawlerTally tally_;
    IntervalHistogram histogram_;
    VisitList list_;
    TopLines top_lines_;
    ViolationList recent_;
    model::CrawlerPage page_;
};

}  // namespace robots::status

#endif
