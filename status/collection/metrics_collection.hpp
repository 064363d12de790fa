// The counts for monitoring: few enough rows for a time series each.

#ifndef ROBOTS_STATUS_COLLECTION_METRICS_COLLECTION_HPP
#define ROBOTS_STATUS_COLLECTION_METRICS_COLLECTION_HPP

#include <array>
#include <string_view>
#include <vector>

#include "status/collection/collection.hpp"
#include "status/collection/names.hpp"
#include "status/collection/source.hpp"
#include "status/collection/tally.hpp"
#include "status/model/model.hpp"

namespace robots::status {

// The first sites of the policy and the first crawlers that came have rows of
// their own: a new crawler changes no other row. The rest is model::kOther.
constexpr std::size_t kMetricSites = 50;
constexpr std::size_t kMetricCrawlers = 100;

// What one crawler did on one site.
struct MetricRow {
    std::string_view site;
    std::string_view crawler;
    std::string_view category;
    model::Requests requests;
    std::array<model::Count, model::kIdentities> by_identity{};
    model::SignatureCounts signatures{};
    model::Count fetches = 0;
    model::Count octets = 0;  // sent
};

// Answers to requests for a site's robots.txt.
struct ServedRow {
    std::string_view site;
    std::array<model::Count, kAnswerStatuses.size()> answers{};
};

// A file of addresses or keys that an operator published.
struct CopyRow {
    std::string_view file;
    model::Seconds age = 0;  // since it was written
};

struct Metrics {
    model::Server server;
    model::Totals totals;
    model::Zone zone;
    std::vector<MetricRow> rows;
    std::vector<ServedRow> served;
    std::vector<CopyRow> copies;  // by file
};

class MetricsCollection : public Collection {
  public:
    explicit MetricsCollection(const Source& source);

    bool step() override;

    // Complete when step() has said so.
    const Metrics& metrics() const { return metrics_; }

  private:
    enum class Phase { names, seen, crawlers, sites, visits, lines, sums };

    void choose_crawlers();
    // 0 to kMetricSites + 1, and to kMetricCrawlers; the last is for all
    // without a row of their own.
    std::size_t site_row(std::uint32_t site) const;
    std::size_t crawler_row(std::uint32_t crawler) const;
    void add(const VisitRecord& visit);
    void add(const SiteRecord& site);
    void add_copies();
    std::string_view site_label(std::uint32_t site) const;

    Source source_;
    Phase phase_ = Phase::names;
    Names names_;
    Scan<VisitRecord> seen_;
    Scan<SiteRecord> sites_;
    Scan<VisitRecord> visits_;
    Scan<LineRecord> lines_;
    std::vector<Milliseconds> first_seen_;   // by crawler; 0: never
    std::vector<std::size_t> crawler_rows_;  // by crawler, from 1; 0: none
    std::vector<std::size_t> places_;  // in metrics_.rows, from 1; 0: none
    std::vector<std::size_t> served_;  // the same in metrics_.served
    Metrics metrics_;
};

}  // namespace robots::status

#endif
