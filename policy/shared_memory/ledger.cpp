#include "policy/shared_memory/ledger.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

#include "policy/verdict/deciding_line.hpp"

namespace robots {

namespace {

// The shares of the tables in the memory behind the fixed part, in sixteenths.
constexpr std::size_t kLineShare = 4;
constexpr std::size_t kSiteShare = 2;
constexpr std::size_t kVisitShare = 10;
constexpr std::size_t kShares = 16;
static_assert(kLineShare + kSiteShare + kVisitShare == kShares);

std::size_t slot_of(const Verdict& verdict) {
    return slot_of(verdict.violation, {verdict.action, verdict.would});
}

std::size_t sixteenths_of(std::size_t octets, std::size_t count) {
    return octets / kShares * count / Ledger::kAlignment * Ledger::kAlignment;
}

std::size_t status_slot(std::uint16_t status) {
    constexpr std::size_t kOther = kAnswerStatuses.size() - 1;
    std::size_t slot = 0;
    while (slot < kOther && kAnswerStatuses[slot] != status) {
        ++slot;
    }
    return slot;
}

}  // namespace

std::size_t Ledger::min_octets() {
    // Each table needs room for at least one bucket.
    constexpr std::size_t kTables =
        kShares *
        std::max(
            {RecordTable<VisitRecord>::octets_for(1) / kVisitShare + kAlignment,
             RecordTable<LineRecord>::octets_for(1) / kLineShare + kAlignment,
             RecordTable<SiteRecord>::octets_for(1) / kSiteShare + kAlignment});
    return sizeof(Fixed) + (kTables + kAlignment - 1) / kAlignment * kAlignment;
}

// The memory has the fixed part, then the tables of lines, sites and visits.
// Each begins at a multiple of kAlignment. The table of visits gets the
// remaining memory.
Ledger::Ledger(void* memory, std::size_t octets)
    : Ledger(static_cast<Fixed*>(memory),
             sixteenths_of(octets - sizeof(Fixed), kLineShare),
             sixteenths_of(octets - sizeof(Fixed), kSiteShare),
             octets - sizeof(Fixed)) {}

Ledger::Ledger(Fixed* fixed, std::size_t lines, std::size_t sites,
               std::size_t rest)
    : fixed_(fixed),
      visits_(behind(fixed + 1, lines + sites), rest - lines - sites,
              fixed->visits_evicted),
      lines_(fixed + 1, lines, fixed->lines_evicted),
      sites_(behind(fixed + 1, lines), sites, fixed->sites_evicted) {}

VisitRecord* Ledger::visit_of(std::uint64_t site, std::uint64_t crawler,
                              Identity identity, Milliseconds now) noexcept {
    const std::uint64_t key = visit_key(pair_key(site, crawler), identity);
    VisitRecord* visit = visits_.find(key);
    const auto name = [=](VisitRecord& made) {
        made.name(site, crawler, identity, now);
    };
    return visit != nullptr ? visit : visits_.make(key, maker_, name);
}

LineRecord* Ledger::line_of(std::uint64_t site, std::uint64_t crawler,
                            std::uint64_t line) noexcept {
    const std::uint64_t key = line_record_key(pair_key(site, crawler), line);
    LineRecord* record = lines_.find(key);
    const auto name = [=](LineRecord& made) { made.name(site, crawler, line); };
    return record != nullptr ? record : lines_.make(key, maker_, name);
}

// For nearly all requests, the records of the visit and of the line exist and
// are in their home places. Then this function makes no calls, so it need not
// save registers. The views of the tables are copied, because the compiler
// would read members again after each atomic operation.
void Ledger::judged(const Site& site, const Verdict& verdict, Milliseconds now,
                    Entry& entry) noexcept {
    const std::size_t slot = slot_of(verdict);
    const auto visits = visits_;
    const auto lines = lines_;
    const std::uint64_t pair = pair_key(site.key, crawler_key(verdict.crawler));
    const std::uint64_t key = visit_key(pair, verdict.identity);
    const bool is_about_paths =
        verdict.violation <= Violation::disallow &&
        !verdict.violations.has_others(verdict.violation);
    const Rule* const rule = verdict.rule;
    add(fixed_->requests[slot], 1);
    // The key of a line is known without a call only if the line is a rule.
    VisitRecord* const visit =
        is_about_paths ? visits.find_at_home(key) : nullptr;
    entry.key = key;
    if (visit == nullptr) {
        count_elsewhere(site.key, verdict, now);
        return;
    }
    if (rule != nullptr) {
        LineRecord* const line =
            lines.find_at_home(line_record_key(pair, rule->key));
        if (line == nullptr) {
            count_elsewhere(site.key, verdict, now);
            return;
        }
        line->count(now);
    }
    visit->count(slot, now);
}

void Ledger::count_line(std::uint64_t site, const Verdict& verdict,
                        Violation violation, Milliseconds now) noexcept {
    const std::uint64_t line = line_key(verdict, violation);
    LineRecord* record =
        line != 0 ? line_of(site, crawler_key(verdict.crawler), line) : nullptr;
    if (record != nullptr) {
        record->count(now);
    }
}

// Counts a request in all cases that judged() does not handle itself: a record
// is missing or not in its home place, the violation is not about a path, or
// the request has several violations.
void Ledger::count_elsewhere(std::uint64_t site, const Verdict& verdict,
                             Milliseconds now) noexcept {
    VisitRecord* visit =
        visit_of(site, crawler_key(verdict.crawler), verdict.identity, now);
    if (visit != nullptr) {
        visit->count(slot_of(verdict), now);
    }
    count_line(site, verdict, verdict.violation, now);
    for (const Violation each : kGravestFirst) {
        if (each != verdict.violation && verdict.violations.contains(each)) {
            add(fixed_->also[static_cast<std::size_t>(each)], 1);
            if (visit != nullptr) {
                visit->count_also(each);
            }
            count_line(site, verdict, each, now);
        }
    }
}

void Ledger::delayed(const Visitor& visitor, Milliseconds now) noexcept {
    add(fixed_->delayed, 1);
    if (VisitRecord* visit =
            visit_of(visitor.site, crawler_key(visitor.crawler),
                     visitor.identity, now)) {
        add(visit->delayed_, 1);
    }
}

void Ledger::released(const Visitor& visitor, Milliseconds waited) noexcept {
    const std::uint64_t time = milliseconds_of(waited);
    add(fixed_->delayed_for, time);
    const auto* limit =
        std::lower_bound(kWaitLimits.begin(), kWaitLimits.end() - 1, time);
    add(fixed_->waits[static_cast<std::size_t>(limit - kWaitLimits.begin())],
        1);
    if (VisitRecord* visit = visits_.find(
            visit_key(pair_key(visitor.site, crawler_key(visitor.crawler)),
                      visitor.identity))) {
        add(visit->delayed_for_, time);
    }
}

void Ledger::expects(const Visitor& visitor, Milliseconds now) noexcept {
    visit_of(visitor.site, crawler_key(visitor.crawler), visitor.identity, now);
}

// If the record of the visit no longer exists, only the sums change.
void Ledger::ended(const Entry& entry, std::uint64_t octets,
                   Milliseconds upstream) noexcept {
    const std::uint64_t time = milliseconds_of(upstream);
    add(fixed_->sent, octets);
    add(fixed_->upstream, time);
    if (VisitRecord* record = visits_.find(entry.key)) {
        add(record->sent_, octets);
        add(record->upstream_, time);
    }
}

void Ledger::signed_with(const Entry& entry,
                         signature::Result result) noexcept {
    if (VisitRecord* record = visits_.find(entry.key)) {
        record->count_signature(result);
    }
}

void Ledger::fetched(const Visitor& visitor, RevisionTag revision,
                     Milliseconds now) noexcept {
    if (VisitRecord* visit =
            visit_of(visitor.site, crawler_key(visitor.crawler),
                     visitor.identity, now)) {
        visit->count_fetch(revision, now);
    }
}

SiteRecord* Ledger::site_of(std::uint64_t site,
                            RecordTable<SiteRecord>::IfFull if_full) noexcept {
    SiteRecord* record = sites_.find(site);
    const auto name = [site](SiteRecord& made) { store(made.site_, site); };
    return record != nullptr ? record
                             : sites_.make(site, maker_, name, if_full);
}

void Ledger::answered(std::uint64_t site, std::uint16_t status,
                      Milliseconds now) noexcept {
    if (SiteRecord* record =
            site_of(site, RecordTable<SiteRecord>::IfFull::evict)) {
        record->count(status_slot(status), now);
    }
}

std::uint64_t Ledger::revision_key(std::string_view revision) {
    return XXH3_64bits(revision.data(), revision.size());
}

void Ledger::in_effect(const Site& site, Milliseconds now) noexcept {
    SiteRecord* record =
        site_of(site.key, RecordTable<SiteRecord>::IfFull::give_up);
    const std::uint64_t revision = revision_key(site.robots->revision.text());
    if (record != nullptr &&
        record->revision_.exchange(revision, std::memory_order_relaxed) !=
            revision) {
        store(record->since_, milliseconds_of(now));
    }
}

Milliseconds Ledger::epoch(Milliseconds now,
                           Milliseconds time_of_day) noexcept {
    const std::uint64_t read = milliseconds_of(time_of_day - now);
    const std::uint64_t kept = load(fixed_->epoch);
    const std::uint64_t apart = read > kept ? read - kept : kept - read;
    if (apart < milliseconds_of(kClockSet)) {
        return Milliseconds(kept);
    }
    fixed_->epoch.store(read, std::memory_order_relaxed);
    return Milliseconds(read);
}

}  // namespace robots
