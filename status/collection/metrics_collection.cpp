#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "status/collection/collection.hpp"
#include "status/collection/rows.hpp"
#include "status/collection/tally.hpp"
#include "status/format/prometheus.hpp"

namespace robots::status {

namespace {

using model::kMetricCrawlers;
using model::kMetricSites;

// The index of the row for all sites that have no row of their own.
constexpr std::size_t kOtherSites = kMetricSites;
constexpr std::size_t kSiteRows = kMetricSites + 1;

class MetricsCollection : public Collection {
  public:
    MetricsCollection(const StatusSource& source, std::string& out)
        : Collection(source, out),
          first_seen_(names_.crawlers()),
          crawler_rows_(names_.crawlers()),
          places_(kSiteRows * (kMetricCrawlers + 1)),
          served_(kSiteRows) {
        then_each(seen_, [this](const VisitRecord& visit, std::size_t) {
            add_first(visit);
        });
        then([this] { return choose_crawlers(); });
        then_each(sites_,
                  [this](const SiteRecord& site, std::size_t) { add(site); });
        then_each(visits_, [this](const VisitRecord& visit, std::size_t) {
            add(visit);
        });
        // Only counts the records.
        then_each(lines_, [](const LineRecord&, std::size_t) {});
    }

  private:
    void add_first(const VisitRecord& visit);
    bool choose_crawlers();
    // Return the index of the row of a site (0 to kMetricSites) or of a crawler
    // (0 to kMetricCrawlers). All sites without a row of their own share the
    // last index, and so do all crawlers without a row of their own.
    std::size_t site_row(std::uint32_t site) const;
    std::size_t crawler_row(std::uint32_t crawler) const;
    void add(const VisitRecord& visit);
    void add(const SiteRecord& site);
    void add_copies();
    void finish() override;
    std::string_view site_label(std::uint32_t site) const;

    Scan<VisitRecord> seen_{source_.ledger.visits()};
    std::vector<Milliseconds> first_seen_;   // by crawler; 0: never
    std::vector<std::size_t> crawler_rows_;  // by crawler, from 1; 0: none
    std::vector<std::size_t> places_;  // in metrics_.rows, from 1; 0: none
    std::vector<std::size_t> served_;  // in metrics_.served, from 1; 0: none
    model::Metrics metrics_;
};

void MetricsCollection::add_first(const VisitRecord& visit) {
    Milliseconds& first = first_seen_[names_.crawler(visit.crawler())];
    first = first.count() == 0 ? visit.first_seen()
                               : std::min(first, visit.first_seen());
}

bool MetricsCollection::choose_crawlers() {
    std::vector<std::uint32_t> seen;
    for (std::uint32_t crawler = 0; crawler < first_seen_.size(); ++crawler) {
        if (first_seen_[crawler].count() != 0) {
            seen.push_back(crawler);
        }
    }
    const std::size_t count = std::min(kMetricCrawlers, seen.size());
    std::partial_sort(
        seen.begin(), seen.begin() + static_cast<std::ptrdiff_t>(count),
        seen.end(), [this](std::uint32_t a, std::uint32_t b) {
            return std::pair(first_seen_[a], a) < std::pair(first_seen_[b], b);
        });
    for (std::size_t row = 0; row < count; ++row) {
        crawler_rows_[seen[row]] = row + 1;
    }
    return true;
}

std::size_t MetricsCollection::site_row(std::uint32_t site) const {
    const bool own =
        site < std::min<std::size_t>(names_.gone_site(), kMetricSites);
    return own ? site : kOtherSites;
}

std::size_t MetricsCollection::crawler_row(std::uint32_t crawler) const {
    const std::size_t row = crawler_rows_[crawler];
    return row != 0 ? row - 1 : kMetricCrawlers;
}

void MetricsCollection::finish() {
    metrics_.server = source_.server;
    metrics_.totals = totals_of(source_);
    add_copies();
    metrics_.zone =
        zone_of(source_, visits_.entries(), lines_.entries(), sites_.entries());
    append_prometheus(out_, metrics_);
}

std::string_view MetricsCollection::site_label(std::uint32_t site) const {
    return site_row(site) != kOtherSites ? names_.site_name(site)
                                         : model::kOther;
}

void MetricsCollection::add(const VisitRecord& visit) {
    const std::uint32_t site = names_.site(visit.site());
    const std::uint32_t crawler = names_.crawler(visit.crawler());
    const std::size_t of_crawler = crawler_row(crawler);
    std::size_t& place =
        places_[site_row(site) * (kMetricCrawlers + 1) + of_crawler];
    if (place == 0) {
        metrics_.rows.emplace_back();
        place = metrics_.rows.size();
        model::MetricRow& made = metrics_.rows.back();
        const bool own = of_crawler < kMetricCrawlers;
        made.site = site_label(site);
        made.crawler = own ? names_.crawler_name(crawler) : model::kOther;
        made.category =
            own ? names_.category(crawler) : to_string(Category::other);
    }
    model::MetricRow& row = metrics_.rows[place - 1];
    const model::Requests requests = requests_of(visit);
    add_signatures(row.signatures, visit);
    row.requests += requests;
    row.by_identity[static_cast<std::size_t>(visit.identity())] +=
        requests.total();
    if (visit.identity() != Identity::impostor) {
        row.fetches += visit.fetches();
    }
    row.octets += visit.sent();
    row.upstream += visit.upstream();
}

// A site has no row until somebody asks for its robots.txt.
void MetricsCollection::add(const SiteRecord& site) {
    if (site.seen() == 0) {
        return;
    }
    const std::uint32_t number = names_.site(site.site());
    std::size_t& place = served_[site_row(number)];
    if (place == 0) {
        metrics_.served.emplace_back();
        place = metrics_.served.size();
        metrics_.served.back().site = site_label(number);
    }
    for (std::size_t i = 0; i < kAnswerStatuses.size(); ++i) {
        metrics_.served[place - 1].answers[i] += site.answers(i);
    }
}

// Adds each file only once, because many crawlers may use one file.
void MetricsCollection::add_copies() {
    std::map<std::string_view, Utc> written;
    for (const Crawler& crawler : source_.policy.crawlers().entries()) {
        for (const PublishedRanges& list : crawler.ranges) {
            if (!list.file.empty() && list.written.count() != 0) {
                written.emplace(list.file, list.written);
            }
        }
        for (const PublishedKeys& keys : crawler.keys) {
            if (!keys.file.empty() && keys.written.count() != 0) {
                written.emplace(keys.file, keys.written);
            }
        }
    }
    for (const auto& [file, when] : written) {
        metrics_.copies.push_back(
            {file, std::max<model::Seconds>(when.count(), 0)});
    }
}

}  // namespace

std::unique_ptr<Collection> metrics(const StatusSource& source,
                                    std::string& out) {
    return std::make_unique<MetricsCollection>(source, out);
}

}  // namespace robots::status
