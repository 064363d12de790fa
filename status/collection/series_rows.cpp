#include "status/collection/rows.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>
#include <utility>

#include "policy/shared_memory/series.hpp"
#include "policy/verdict/obedience.hpp"

namespace robots::status {

namespace {

// latest() returns the current period of a resolution. first_of() returns the
// first of the `count` periods that end with `last`.
std::uint64_t latest(const StatusSource& source, std::size_t resolution) {
    return period_at(kResolutions[resolution], source.now);
}

std::uint64_t first_of(std::uint64_t last, std::uint64_t count) {
    return last - std::min(last, count - 1);
}

void put_series(JsonWriter& json, const StatusSource& source,
                const SeriesRecord& record, std::size_t resolution) {
    const Resolution& ring = kResolutions[resolution];
    const std::uint64_t last = latest(source, resolution);
    const std::uint64_t first = first_of(last, ring.periods);
    json.open_object();
    json.name("start").time(
        (source.epoch + static_cast<std::int64_t>(first) * ring.period) /
        std::chrono::seconds(1));
    json.name("period").number(
        static_cast<model::Count>(ring.period / std::chrono::seconds(1)));
    for (std::size_t i = 0; i < kTreatments; ++i) {
        const auto treatment = static_cast<Treatment>(i);
        json.name(to_string(treatment)).open_array();
        for (std::uint64_t period = first; period <= last; ++period) {
            json.number(record.counted(resolution, period, treatment));
        }
        json.close_array();
    }
    json.close_object();
}

void put_all(JsonWriter& json, const StatusSource& source,
             const SeriesRecord* record) {
    json.open_array();
    for (std::size_t i = 0; record != nullptr && i < kResolutions.size(); ++i) {
        put_series(json, source, *record, i);
    }
    json.close_array();
}

// A range of time: the last `periods` periods of a resolution.
struct Range {
    std::string_view name;
    std::size_t resolution;
    std::uint64_t periods;
};

model::Count sum_of(const StatusSource& source, const SeriesRecord& record,
                    const Range& range, Treatment treatment) {
    const std::uint64_t last = latest(source, range.resolution);
    model::Count sum = 0;
    for (std::uint64_t period = first_of(last, range.periods); period <= last;
         ++period) {
        sum += record.counted(range.resolution, period, treatment);
    }
    return sum;
}

// A request that was let through, and not logged as a violation, counts as a
// request that kept the rules. This is right, because the policy examines only
// rules that it enforces.
Obedience obedience_in(const StatusSource& source, const SeriesRecord& record,
                       const Range& range) {
    Obedience out;
    out.kept = sum_of(source, record, range, Treatment::allowed);
    out.judged = out.kept;
    for (const Treatment broke :
         {Treatment::logged, Treatment::delayed, Treatment::refused}) {
        out.judged += sum_of(source, record, range, broke);
    }
    return out;
}

void put_grade(JsonWriter& json, const Obedience& obedience, bool has_read) {
    const Share share = share_of(obedience);
    json.open_object();
    json.name("judged").number(obedience.judged);
    json.name("kept").number(obedience.kept);
    for (const auto& [name, value] :
         {std::pair("share", share.share), std::pair("low", share.low),
          std::pair("high", share.high)}) {
        json.name(name);
        obedience.judged > 0 ? json.real(value) : json.null();
    }
    json.name("grade").text(to_string(grade_of(obedience, has_read)));
    json.close_object();
}

const SeriesRecord* series_with(const StatusSource& source, std::uint64_t key) {
    return source.activity.has_series() ? source.activity.series().find(key)
                                        : nullptr;
}

}  // namespace

void put_series_of_all(JsonWriter& json, const StatusSource& source) {
    put_all(json, source, &source.activity.of_all());
}

void put_series_of(JsonWriter& json, const StatusSource& source,
                   std::uint64_t key) {
    put_all(json, source, series_with(source, key));
}

void put_recent(JsonWriter& json, const StatusSource& source,
                std::optional<std::uint64_t> key) {
    static constexpr std::array<Range, 3> kRanges{
        {{"1h", 0, 60}, {"24h", 1, 144}, {"7d", 2, 56}}};
    const SeriesRecord* record = key ? series_with(source, *key) : nullptr;
    if (record == nullptr) {
        json.null();
        return;
    }
    json.open_object();
    for (const Range& range : kRanges) {
        json.name(range.name).open_object();
        for (std::size_t j = 0; j < kTreatments; ++j) {
            const auto treatment = static_cast<Treatment>(j);
            json.name(to_string(treatment))
                .number(sum_of(source, *record, range, treatment));
        }
        json.close_object();
    }
    json.close_object();
}

void put_obedience(JsonWriter& json, const StatusSource& source,
                   const Names& names, const CrawlerTally& tally) {
    static constexpr std::array<Range, 3> kRanges{
        {{"24h", 1, 144}, {"7d", 2, 56}, {"30d", 2, 240}}};
    const std::optional<std::uint64_t> key = names.key(tally.number);
    const SeriesRecord* record = key ? series_with(source, *key) : nullptr;
    const Crawler* crawler = names.crawler_at(tally.number);
    Obedience all;
    for (std::size_t i = 0; i < kViolations; ++i) {
        const auto violation = static_cast<Violation>(i);
        all.add(crawler, Identity::unverifiable, violation,
                tally.requests.of(violation) - tally.impostors.of(violation));
    }
    const model::Count allowed = tally.requests.of(Violation::none) -
                                 tally.impostors.of(Violation::none);
    const bool is_exact = all.judged + tally.impostors.total() == tally.total &&
                          all.kept == allowed;
    // In the first 24 hours of counting, the crawler may use a copy of
    // robots.txt that it fetched before (RFC 9309 2.4).
    const bool has_read =
        tally.fetches > 0 || source.now < std::chrono::hours(24);
    json.open_object();
    for (const Range& range : kRanges) {
        json.name(range.name);
        if (record == nullptr || !is_exact) {
            json.null();
        } else {
            put_grade(json, obedience_in(source, *record, range), has_read);
        }
    }
    put_grade(json.name("all"), all, has_read);
    json.close_object();
}

namespace {

model::Histogram waits_of(const StatusSource& source) {
    model::Histogram waits;
    waits.sum = source.ledger.delayed_for() * 1000;
    for (std::size_t i = 0; i < kWaitLimits.size(); ++i) {
        waits.limit.push_back(i + 1 < kWaitLimits.size() ? kWaitLimits[i] * 1000
                                                         : 0);
        waits.count.push_back(source.ledger.waits(i));
    }
    return waits;
}

// Counts the records of a table. The tables of Activity are small enough to be
// counted in one step.
template <class Record>
std::size_t entries_of(const RecordTable<Record>& table) {
    std::size_t entries = 0;
    for (std::size_t place = 0; place < table.capacity(); ++place) {
        entries += table.has_record(place) ? 1 : 0;
    }
    return entries;
}

}  // namespace

model::Totals totals_of(const StatusSource& source) {
    model::Totals totals;
    totals.requests = requests_of(source.ledger);
    totals.robots_txt = source.robots_txt;
    totals.delayed = {source.ledger.delayed_requests(),
                      source.ledger.delayed_for()};
    totals.octets = source.ledger.sent();
    totals.upstream = source.ledger.upstream();
    totals.delayed_now = source.delayed_now;
    totals.waits = waits_of(source);
    totals.signatures = source.signatures;
    return totals;
}

model::Zone zone_of(const StatusSource& source, std::size_t visits,
                    std::size_t lines, std::size_t sites) {
    const Ledger& ledger = source.ledger;
    const Activity& activity = source.activity;
    model::Zone zone;
    zone.octets = source.zone_octets;
    zone.created = source.unix_time(Milliseconds{1});
    zone.tables = {
        {"visits", visits, ledger.visits().capacity(), ledger.visits_evicted(),
         ledger.visits().octets()},
        {"lines", lines, ledger.lines().capacity(), ledger.lines_evicted(),
         ledger.lines().octets()},
        {"sites", sites, ledger.sites().capacity(), ledger.sites_evicted(),
         ledger.sites().octets()},
        {"series", entries_of(activity.series()), activity.series().capacity(),
         activity.series_evicted(), activity.series().octets()},
        {"names", entries_of(activity.names()), activity.names().capacity(),
         activity.names_evicted(), activity.names().octets()},
    };
    zone.budgets_evicted = source.budgets_evicted;
    zone.budgets_capacity = source.budgets_capacity;
    return zone;
}

}  // namespace robots::status
