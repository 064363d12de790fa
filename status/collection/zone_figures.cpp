#include "status/collection/zone_figures.hpp"

#include <algorithm>

#include "status/collection/tally.hpp"

namespace robots::status {

namespace {

model::Waits waits_of(const Source& source) {
    model::Waits waits;
    waits.all.time = source.ledger.delayed_for();
    for (std::size_t i = 0; i < kWaitLimits.size(); ++i) {
        const model::Count count = source.ledger.waits(i);
        waits.limit.push_back(i + 1 < kWaitLimits.size() ? kWaitLimits[i] : 0);
        waits.count.push_back(count);
        waits.all.requests += count;
    }
    return waits;
}

// Those tables are small enough to be counted at once.
template <class Record>
std::size_t entries_of(const RecordTable<Record>& table) {
    std::size_t entries = 0;
    for (std::size_t place = 0; place < table.capacity(); ++place) {
        entries += table.has_record(place) ? 1 : 0;
    }
    return entries;
}

}  // namespace

model::Totals totals_of(const Source& source) {
    model::Totals totals;
    totals.requests = requests_of(source.ledger);
    totals.robots_txt = source.robots_txt;
    totals.delayed = {source.ledger.delayed_requests(),
                      source.ledger.delayed_for()};
    totals.octets = source.ledger.sent();
    totals.delayed_now = source.delayed_now;
    totals.waits = waits_of(source);
    totals.signatures = source.signatures;
    return totals;
}

model::Zone zone_of(const Source& source, std::size_t visits, std::size_t lines,
                    std::size_t sites) {
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
