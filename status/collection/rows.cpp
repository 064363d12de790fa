#include "status/collection/rows.hpp"

#include <algorithm>

#include "policy/crawlers/identity.hpp"
#include "policy/verdict/deciding_line.hpp"
#include "policy/verdict/terms.hpp"
#include "status/format/json.hpp"

namespace robots::status {

namespace {

// Writes a crawler's fetches of robots.txt. The name of the revision that the
// crawler was last served is known only if it is the current revision.
void put_fetches(JsonWriter& json, const StatusSource& source, const Site* site,
                 model::Count count, Milliseconds last, RevisionTag tag) {
    const std::string_view now =
        site != nullptr ? site->robots->revision.text() : std::string_view{};
    const bool current =
        count != 0 && site != nullptr && tag == revision_tag(now);
    json.open_object();
    json.name("requests").number(count);
    json.name("last").time(source.unix_time(last));
    json.name("revision").text_if_any(current ? now : std::string_view{});
    json.name("current").truth(
        source.unix_time(last) != 0 ? std::optional(current) : std::nullopt);
    json.close_object();
}

std::string_view name_of(Publisher publisher) {
    switch (publisher) {
        case Publisher::nobody:
            return "nobody";
        case Publisher::application:
            return "application";
        case Publisher::policy:
            break;
    }
    return "policy";
}

std::optional<model::Duration> duration_of(
    std::optional<Milliseconds> duration) {
    return duration
               ? std::optional(static_cast<model::Duration>(duration->count()))
               : std::nullopt;
}

std::optional<model::Duration> crawl_delay_of(const Group* group) {
    return group != nullptr ? duration_of(group->pace->crawl_delay)
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
               ? binding_group(known->robots->groups, names.sighting(crawler),
                               names.policy().crawlers())
               : nullptr;
}

void put_group(JsonWriter& json, const Group* group) {
    json.name("group").text_if_any(
        group != nullptr ? std::string_view(group->name) : std::string_view{});
    json.name("private").truth(group != nullptr && group->is_private);
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

void put_row(JsonWriter& json, const StatusSource& source, const Names& names,
             const CrawlerTally& tally) {
    const Crawler* crawler = names.crawler_at(tally.number);
    VisitRecord busiest;
    const bool has_busiest =
        source.ledger.visits().copy(tally.busiest, busiest) &&
        names.crawler(busiest.crawler()) == tally.number;
    const std::uint32_t site =
        has_busiest ? names.site(busiest.site()) : names.gone_site();
    const Group* group = group_of(names, site, tally.number);
    json.open_object();
    json.name("crawler").text(names.crawler_name(tally.number));
    json.name("category").text(names.category(tally.number));
    json.name("operator")
        .text_if_any(crawler != nullptr ? crawler->operator_name
                                        : std::string_view{});
    json.name("docs").text_if_any(crawler != nullptr ? crawler->docs
                                                     : std::string_view{});
    json.name("listed").truth(crawler != nullptr);
    put(json.name("counts"), tally.requests);
    put(json.name("impostors"), tally.impostors);
    put_recent(json.name("recent"), source, names.key(tally.number));
    put_obedience(json.name("obedience"), source, names, tally);
    json.name("identities").open_object();
    for (std::size_t i = 0; i < model::kIdentities; ++i) {
        json.name(to_string(static_cast<Identity>(i)))
            .number(tally.by_identity[i]);
    }
    json.close_object();
    put_if_any(json.name("signatures"), tally.signatures);
    put(json.name("delays"), tally.delayed);
    json.name("bytes").number(tally.octets);
    json.name("upstream_seconds").seconds(tally.upstream);
    put_fetches(json.name("fetches"), source,
                names.site_at(names.site(tally.fetched_of)), tally.fetches,
                tally.fetched, tally.revision);
    json.name("first_seen").time(source.unix_time(tally.first_seen));
    json.name("last_seen").time(source.unix_time(tally.last_seen));
    json.name("sites").number(tally.others);
    json.name("busiest_site")
        .text_if_any(has_busiest ? names.site_name(site) : std::string_view{});
    put_group(json, group);
    put_actions(json.name("enforcement"), group);
    put(json.name("caps"), caps_of(group, names.sighting(tally.number)));
    json.name("median_interval")
        .seconds(has_busiest && !tally.busiest_is_impostors
                     ? median_of(histogram_of(busiest))
                     : std::nullopt);
    json.name("crawl_delay").seconds(crawl_delay_of(group));
    json.close_object();
}

void put_row(JsonWriter& json, const StatusSource& source, const Names& names,
             const SiteTally& tally) {
    const Site* site = names.site_at(tally.number);
    const std::string_view revision =
        site != nullptr ? site->robots->revision.text() : std::string_view{};
    const bool in_effect =
        site != nullptr && tally.revision == Ledger::revision_key(revision);
    json.open_object();
    json.name("site").text(names.site_name(tally.number));
    json.name("listed").truth(site != nullptr);
    json.name("revision").text_if_any(revision);
    json.name("effective_since")
        .time(in_effect ? source.unix_time(tally.since) : 0);
    json.name("suspended")
        .truth(site != nullptr && site->robots->settings->suspend.has_value());
    json.name("publisher")
        .text_if_any(site != nullptr
                         ? name_of(site->robots->settings->publisher)
                         : std::string_view{});
    put(json.name("counts"), tally.requests);
    put(json.name("impostors"), tally.impostors);
    put_recent(json.name("recent"), source,
               site != nullptr ? std::optional(site->key) : std::nullopt);
    put(json.name("delays"), tally.delayed);
    json.name("bytes").number(tally.octets);
    json.name("upstream_seconds").seconds(tally.upstream);
    json.name("robots_txt").number(tally.robots_txt);
    json.name("crawlers").number(tally.others);
    json.name("last_seen").time(source.unix_time(tally.last_seen));
    // The actions for a crawler without a group of its own; null if that
    // crawler may fetch everything.
    put_actions(json.name("enforcement"),
                group_of(names, tally.number, names.unlisted()));
    json.close_object();
}

void put_members(JsonWriter& json, const StatusSource& source,
                 const Names& names, const VisitRecord& visit) {
    const std::uint32_t site = names.site(visit.site());
    const std::uint32_t crawler = names.crawler(visit.crawler());
    const Group* group = group_of(names, site, crawler);
    model::SignatureCounts signatures{};
    add_signatures(signatures, visit);
    json.name("site").text(names.site_name(site));
    json.name("crawler").text(names.crawler_name(crawler));
    json.name("category").text(names.category(crawler));
    json.name("identity").text(to_string(visit.identity()));
    put_if_any(json.name("signatures"), signatures);
    put(json.name("counts"), requests_of(visit));
    put(json.name("delays"),
        model::Delayed{visit.delayed(), visit.delayed_for()});
    json.name("bytes").number(visit.sent());
    json.name("upstream_seconds").seconds(visit.upstream());
    put_fetches(json.name("fetches"), source, names.site_at(site),
                visit.fetches(), visit.fetched(), visit.fetched_revision());
    put_group(json, group);
    put_actions(json.name("enforcement"), group);
    put(json.name("caps"), caps_of(group, names.sighting(crawler)));
    json.name("crawl_delay").seconds(crawl_delay_of(group));
    json.name("median_interval").seconds(median_of(histogram_of(visit)));
    json.name("first_seen").time(source.unix_time(visit.first_seen()));
    json.name("last_seen").time(source.unix_time(visit.last_seen()));
}

IntervalHistogram histogram_of(const VisitRecord& visit) {
    IntervalHistogram histogram;
    for (std::size_t bucket = 0; bucket < kIntervalBuckets; ++bucket) {
        histogram.add(bucket, visit.intervals(bucket));
    }
    return histogram;
}

std::optional<model::Duration> median_of(const IntervalHistogram& histogram) {
    return duration_of(histogram.median());
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

void TopLines::put(JsonWriter& json, const StatusSource& source,
                   const Names& names) {
    trim();
    json.objects(lines_, [&](const SeenLine& line) {
        const std::uint32_t site = names.site(line.site);
        const std::uint32_t crawler = names.crawler(line.crawler);
        put_line(json, names, group_of(names, site, crawler), line.line);
        json.name("site").text(names.site_name(site));
        json.name("crawler").text(names.crawler_name(crawler));
        json.name("requests").number(line.hits);
        json.name("last").time(source.unix_time(line.last));
    });
}

void put_line(JsonWriter& json, const Names& names, const Group* group,
              std::uint64_t key) {
    const auto line =
        group != nullptr ? deciding_line(*group, key) : std::nullopt;
    json.name("rule").text(line ? line->text : model::kGone);
    json.name("place").text_if_any(line ? names.policy().where(line->place)
                                        : std::string{});
}

}  // namespace robots::status
