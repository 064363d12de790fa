// One site: its robots.txt, and all who visit it.

#ifndef ROBOTS_STATUS_COLLECTION_SITE_COLLECTION_HPP
#define ROBOTS_STATUS_COLLECTION_SITE_COLLECTION_HPP

#include <unordered_map>

#include "policy/site/host.hpp"
#include "status/collection/collection.hpp"
#include "status/collection/names.hpp"
#include "status/collection/recent.hpp"
#include "status/collection/rows.hpp"
#include "status/collection/source.hpp"
#include "status/collection/tally.hpp"
#include "status/collection/text_lines.hpp"
#include "status/collection/visit_list.hpp"
#include "status/model/model.hpp"
#include "status/model/query.hpp"

namespace robots::status {

class SiteCollection : public Collection {
  public:
    // `site` is one of the policy's. If its robots.txt contains scheme,
    // host or port of the request, those of `asked` are shown, whose host
    // outlives the collection, or those of the site's name.
    SiteCollection(const Source& source, Query query, const Site& site,
                   const Authority& asked);

    bool step() override;

    // Complete when step() has said so.
    const model::SitePage& page() const { return page_; }

  private:
    enum class Phase { names, visits, lines, text, recent, rows };

    void add_line(const LineRecord& line);
    void add_text();
    void finish();
    const Group* group_of_crawler(std::uint64_t crawler);

    Source source_;
    Query query_;
    const Site& site_;
    Authority asked_;
    Phase phase_ = Phase::names;
    Names names_;
    Scan<VisitRecord> visits_;
    Scan<LineRecord> lines_;
    SiteTally tally_;
    VisitList list_;
    LineHits hits_;
    ViolationList recent_;
    std::unordered_map<std::uint64_t, const Group*> groups_;  // by Crawler::key
    model::SitePage page_;
};

}  // namespace robots::status

#endif
