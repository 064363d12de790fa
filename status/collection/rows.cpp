#include "status/collection/rows.hpp"

#include <algorithm>

#include "policy/crawlers/identity.hpp"
#include "policy/verdict/deciding_line.hpp"
#include "status/collection/series_rows.hpp"

namespace robots::status {

namespace {

// What a crawler was last served is known by name where it is what is served
// now.
model::Fetches fetches_of(const Source& source, const Site* site,
                          model::Count count, Milliseconds last,
                          RevisionTag tag) {
    model::Fetches fetches;
    fetches.count = count;
    fetches.last = source.unix_time(last);
    fetches.tag = tag;
    if (count != 0 && site != nullptr &&
        tag == revision_tag(site->robots->revision.text())) {
        fetches.current = true;
        fetches.revision = site->robots->revision.text();
    }
    return fetches;
}

std::optional<model::Duration> crawl_delay_of(const Group* group) {
    return group != nullptr && group->pace->crawl_delay
               ? std::optional(static_cast<model::Duration>(
                     group->pace->crawl_delay->count()))
               : std::nullopt;
}

std::optional<model::Duration> duration_of(
    std::optional<Milliseconds> duration) {
    return duration
               ? std::optional(static_cast<model::Duration>(duration->count()))
               : std::nullopt;
}

bool more_hits(const SeenLine& a, const SeenLine& b) {
    return a.hits != b.hits ? a.hits > b.hits : a.last > b.last;
}

}  // namespace

const Group* group_of(const Names& names, std::uint32_t site,
                      std::uint32_t crawler) {
    const Site* known = names.site_at(site);
    return known != nullptr && crawler != names.gone_crawler()
               ? known->robots->groups.select(names.sighting(crawler),
                                              names.policy().crawlers())
               : nullptr;
}

std::string_view name_of(const Group* group) {
    return group != nullptr ? std::string_view(group->name)
                            : std::string_view{};
}

std::optional<model::Actions> actions_of(const Group* group) {
    return group != nullptr ? std::optional(group->enforcement->action)
                            : std::nullopt;
}

std::vector<model::CapRow> caps_of(const Group* group, const Sighting& crawler,
                                   const Request& request) {
    std::vector<model::CapRow> rows;
    if (group != nullptr) {
        for (const CappedKind& kind : capped_kinds(*group, crawler, request)) {
            rows.push_back({kind, cap_text(kind.cap, crawler, kind.violation)});
        }
    }
    return rows;
}

model::CrawlerRow crawler_row(const Source& source, const Names& names,
                              const CrawlerTally& tally) {
    model::CrawlerRow row;
    row.token = names.crawler_name(tally.number);
    row.category = names.category(tally.number);
    if (const Crawler* crawler = names.crawler_at(tally.number)) {
        row.operator_name = crawler->operator_name;
        row.docs = crawler->docs;
        row.listed = true;
        row.recent = recent_of(source, crawler->key);
    }
    row.requests = tally.requests;
    row.impostors = tally.impostors;
    if (tally.number == names.unlisted()) {
        row.recent = recent_of(source, kUnlistedCrawler);
    }
    row.by_identity = tally.by_identity;
    row.signatures = tally.signatures;
    row.delayed = tally.delayed;
    row.octets = tally.octets;
    row.fetches =
        fetches_of(source, names.site_at(names.site(tally.fetched_of)),
                   tally.fetches, tally.fetched, tally.revision);
    row.first_seen = source.unix_time(tally.first_seen);
    row.last_seen = source.unix_time(tally.last_seen);
    row.sites = tally.others;
    VisitRecord busiest;
    if (source.ledger.visits().copy(tally.busiest, busiest) &&
        names.crawler(busiest.crawler()) == tally.number) {
        const std::uint32_t site = names.site(busiest.site());
        row.busiest_site = names.site_name(site);
        row.median = duration_of(histogram_of(busiest).median());
        const Group* group = group_of(names, site, tally.number);
        row.group = name_of(group);
        row.actions = actions_of(group);
        row.caps = caps_of(group, names.sighting(tally.number));
        row.crawl_delay = crawl_delay_of(group);
    }
    return row;
}

model::SiteRow site_row(const Source& source, const Names& names,
                        const SiteTally& tally) {
    model::SiteRow row;
    row.name = names.site_name(tally.number);
    if (const Site* site = names.site_at(tally.number)) {
        row.listed = true;
        row.recent = recent_of(source, site->key);
        row.revision = site->robots->revision.text();
        row.suspended = site->robots->settings->suspend.has_value();
        if (tally.revision ==
            Ledger::revision_key(site->robots->revision.text())) {
            row.effective_since = source.unix_time(tally.since);
        }
    }
    row.requests = tally.requests;
    row.impostors = tally.impostors;
    row.delayed = tally.delayed;
    row.octets = tally.octets;
    row.robots_txt = tally.robots_txt;
    row.crawlers = tally.others;
    row.last_seen = source.unix_time(tally.last_seen);
    row.actions = actions_of(group_of(names, tally.number, names.unlisted()));
    return row;
}

model::Visit visit_row(const Source& source, const Names& names,
                       const VisitRecord& visit, WithBuckets buckets) {
    const std::uint32_t site = names.site(visit.site());
    const std::uint32_t crawler = names.crawler(visit.crawler());
    model::Visit row;
    row.site = names.site_name(site);
    row.crawler = names.crawler_name(crawler);
    row.category = names.category(crawler);
    row.identity = to_string(visit.identity());
    row.site_listed = names.site_at(site) != nullptr;
    row.crawler_listed = names.crawler_at(crawler) != nullptr;
    row.requests = requests_of(visit);
    row.delayed = {visit.delayed(), visit.delayed_for()};
    row.octets = visit.sent();
    add_signatures(row.signatures, visit);
    row.fetches = fetches_of(source, names.site_at(site), visit.fetches(),
                             visit.fetched(), visit.fetched_revision());
    row.intervals = intervals_of(histogram_of(visit), buckets);
    const Group* group = group_of(names, site, crawler);
    row.group = name_of(group);
    row.actions = actions_of(group);
    row.caps = caps_of(group, names.sighting(crawler));
    row.crawl_delay = crawl_delay_of(group);
    row.first_seen = source.unix_time(visit.first_seen());
    row.last_seen = source.unix_time(visit.last_seen());
    return row;
}

IntervalHistogram histogram_of(const VisitRecord& visit) {
    IntervalHistogram histogram;
    for (std::size_t bucket = 0; bucket < kIntervalBuckets; ++bucket) {
        histogram.add(bucket, visit.intervals(bucket));
    }
    return histogram;
}

model::Intervals intervals_of(const IntervalHistogram& histogram,
                              WithBuckets buckets) {
    model::Intervals intervals;
    intervals.median = duration_of(histogram.median());
    if (buckets == WithBuckets::no || !intervals.median) {
        return intervals;
    }
    for (std::size_t i = 0; i < kIntervalBuckets; ++i) {
        const auto start = [](std::size_t bucket) {
            return static_cast<model::Duration>(
                interval_bucket_start(bucket).count());
        };
        intervals.buckets.push_back(
            {start(i), i + 1 < kIntervalBuckets ? start(i + 1) : 0,
             histogram.count(i)});
    }
    return intervals;
}

void TopLines::add(const SeenLine& line) {
    lines_.push_back(line);
    if (lines_.size() >= 8 * kTopLines) {
        trim();
    }
}

void TopLines::trim() {
    const std::size_t count = std::min(kTopLines, lines_.size());
    const auto end = lines_.begin() + static_cast<std::ptrdiff_t>(count);
    std::partial_sort(lines_.begin(), end, lines_.end(), more_hits);
    lines_.erase(end, lines_.end());
}

std::vector<model::Line> TopLines::rows(const Source& source,
                                        const Names& names) {
    trim();
    std::vector<model::Line> rows;
    for (const SeenLine& line : lines_) {
        const std::uint32_t site = names.site(line.site);
        const std::uint32_t crawler = names.crawler(line.crawler);
        model::Line row;
        row.text = model::kGone;
        row.site = names.site_name(site);
        row.crawler = names.crawler_name(crawler);
        row.violation = is_broken_by_deciding(line.line);
        row.hits = line.hits;
        row.last = source.unix_time(line.last);
        const Group* group = group_of(names, site, crawler);
        if (auto known = group != nullptr ? deciding_line(*group, line.line)
                                          : std::nullopt) {
            row.text = std::move(known->text);
            row.place = names.policy().where(known->place);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace robots::status
