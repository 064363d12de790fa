#include "policy/state/ledger.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

#include "policy/verdict/deciding_line.hpp"

namespace robots {

namespace {

// How the memory behind the fixed part is shared, in sixteenths.
constexpr std::size_t kLineShare = 4;
constexpr std::size_t kSiteShare = 2;
constexpr std::size_t kVisitShare = 10;
constexpr std::size_t kShares = 16;
static_assert(kLineShare + kSiteShare + kVisitShare == kShares);

void add(SharedWord& word, std::uint64_t value) {
    word.fetch_add(value, std::memory_order_relaxed);
}

std::size_t slot_of(const Verdict& verdict) {
    return slot_of(verdict.violation, {verdict.action, verdict.would});
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

// The memory: the fixed part, then a table each for lines, sites and visits.
// All begin at a multiple of kAlignment, and visits get what is left over.
struct Ledger::Layout {
    Layout(void* memory, std::size_t octets)
        : start(static_cast<unsigned char*>(memory)),
          lines(share(octets, kLineShare)),
          sites(share(octets, kSiteShare)),
          visits(octets - sizeof(Fixed) - lines - sites) {}

    unsigned char* lines_at() const { return start + sizeof(Fixed); }
    unsigned char* sites_at() const { return lines_at() + lines; }
    unsigned char* visits_at() const { return sites_at() + sites; }

    static std::size_t share(std::size_t octets, std::size_t share) {
        return (octets - sizeof(Fixed)) / kShares * share / kAlignment *
               kAlignment;
    }

    unsigned char* start;
    std::size_t lines;  // octets, and so are these
    std::size_t sites;
    std::size_t visits;
};

std::size_t Ledger::min_octets() {
    // So much that each share holds a bucket.
    constexpr std::size_t kTables =
        kShares *
        std::max(
            {RecordTable<VisitRecord>::octets_for(1) / kVisitShare + kAlignment,
             RecordTable<LineRecord>::octets_for(1) / kLineShare + kAlignment,
             RecordTable<SiteRecord>::octets_for(1) / kSiteShare + kAlignment});
    return sizeof(Fixed) + (kTables + kAlignment - 1) / kAlignment * kAlignment;
}

Ledger::Ledger(void* memory, std::size_t octets)
    : Ledger(Layout(memory, octets)) {}

Ledger::Ledger(const Layout& layout)
    : fixed_(reinterpret_cast<Fixed*>(layout.start)),
      visits_(layout.visits_at(), layout.visits, fixed_->visits_evicted),
      lines_(layout.lines_at(), layout.lines, fixed_->lines_evicted),
      sites_(layout.sites_at(), layout.sites, fixed_->sites_evicted) {}

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

// Nearly all requests are counted without a call, so that no registers need to
// be saved: both records are there, at the first place that they may lie at.
// The tables' views are copied, since what a member says would be read anew
// after each atomic operation.
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
    // Of the keys of lines, only those of rules need no call.
    VisitRecord* const visit =
        is_about_paths ? visits.find_at_home(key) : nullptr;
    if (visit == nullptr) {
        count_elsewhere(site.key, verdict, now, entry);
        return;
    }
    if (rule != nullptr) {
        LineRecord* const line =
            lines.find_at_home(line_record_key(pair, rule->key));
        if (line == nullptr) {
            count_elsewhere(site.key, verdict, now, entry);
            return;
        }
        line->count(now);
    }
    entry = {visit, &visits.home_word(key),
             RecordTable<VisitRecord>::word_for(key)};
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

// The same in all other cases: a record may be new, or lie elsewhere, or find
// no room, or the request broke several rules.
void Ledger::count_elsewhere(std::uint64_t site, const Verdict& verdict,
                             Milliseconds now, Entry& entry) noexcept {
    const std::uint64_t crawler = crawler_key(verdict.crawler);
    entry.key = Entry::key_of(site, verdict.crawler, verdict.identity);
    VisitRecord* visit = visit_of(site, crawler, verdict.identity, now);
    if (visit != nullptr) {
        visit->count(slot_of(verdict), now);
        entry.visit = visit;
        entry.key_word = &visits_.key_of(*visit);
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

// The record may have gone since, and may have come back.
void Ledger::sent(const Entry& entry, std::uint64_t octets) noexcept {
    add(fixed_->sent, octets);
    const bool is_there =
        entry.visit != nullptr &&
        entry.key_word->load(std::memory_order_acquire) == entry.key;
    if (VisitRecord* record =
            is_there ? entry.visit : visits_.find(entry.key)) {
        add(record->sent_, octets);
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
    const auto name = [site](SiteRecord& made) {
        made.site_.store(site, std::memory_order_release);
    };
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
        record->since_.store(milliseconds_of(now), std::memory_order_release);
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
