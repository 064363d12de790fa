// The compliance ledger counts, in shared memory, which crawlers keep to the
// rules, which rules they break, and what was done about it.
//
// The ledger has three tables of records (record_table.hpp): for visits (one
// crawler with one identity on one site), for lines of robots.txt, and for
// sites. A full table removes records, but a fixed part keeps the sums of all
// requests. A request is counted once, under its gravest violation. The other
// violations of the request (also()) and the lines that decided have counts of
// their own. All memory is of fixed size and changed by atomic operations; a
// process that dies at any instruction leaves the memory consistent. An
// example: a request of GPTBot for /a on a.example is refused because of
// "Disallow: /a". This request adds one to these counts:
//
//     in the sums       requests(disallow, {reject})
//     in a visit        of (a.example, GPTBot, its identity)
//     in a line         of (a.example, GPTBot, the key of "Disallow: /a")
//
// Names that a client chose are never stored here: a crawler is an entry of the
// catalogue, or kUnlistedCrawler. activity.hpp stores some of these names.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "policy/site/policy.hpp"
#include "policy/state/ledger_records.hpp"
#include "policy/state/record_table.hpp"
#include "policy/verdict/budget_key.hpp"
#include "policy/verdict/verdict.hpp"

namespace robots {

// Upper limits, in milliseconds, of the classes by which delays are counted.
constexpr std::array<std::uint64_t, 10> kWaitLimits{
    100, 250, 500, 1000, 2500, 5000, 10000, 30000, 60000, UINT64_MAX};

// A view of the shared memory; each process has its own view. Allocates
// nothing. `now` must be greater than zero, in milliseconds since the memory
// was made, on a clock that all processes share.
class Ledger {
  public:
    static constexpr std::size_t kAlignment = 64;

    // Returns the minimum size of the memory, a multiple of kAlignment.
    static std::size_t min_octets();

    // `memory` must be aligned to kAlignment and outlive the ledger. It must
    // have all zeros, or what a ledger of the same size left there.
    Ledger(void* memory, std::size_t octets);

    // Sets the process that makes records from now on. Each process that shares
    // the memory must call this before its first count.
    void write_as(Maker maker) { maker_ = maker; }

    // The visit in which a judged request was counted, for further counts of
    // that request. The visit's record may have been removed since.
    struct Entry {
        std::uint64_t key = 0;  // of the visit's record

        // Returns the key of all requests to a site by a crawler with an
        // identity.
        static std::uint64_t key_of(std::uint64_t site, const Sighting& crawler,
                                    Identity identity) {
            return visit_key(pair_key(site, crawler_key(crawler)), identity);
        }
    };

    // Counts a judged request; sets `entry` to its visit.
    void judged(const Site& site, const Verdict& verdict, Milliseconds now,
                Entry& entry) noexcept;

    // delayed() counts a judged request whose delay begins. released() adds the
    // length of a delay that has ended.
    void delayed(const Visitor& visitor, Milliseconds now) noexcept;
    void released(const Visitor& visitor, Milliseconds waited) noexcept;

    // Makes the visit of a request whose verdict comes later than its end.
    void expects(const Visitor& visitor, Milliseconds now) noexcept;

    // Counts the end of a request that judged() counted in `entry`: the octets
    // of its answer, and how long upstreams worked for it.
    void ended(const Entry& entry, std::uint64_t octets,
               Milliseconds upstream) noexcept;

    // Counts the result of checking a request's signature; `result` must not be
    // signature::Result::none.
    void signed_with(const Entry& entry, signature::Result result) noexcept;

    // Counts that the visitor is served `revision` of the site's robots.txt.
    void fetched(const Visitor& visitor, RevisionTag revision,
                 Milliseconds now) noexcept;

    // Counts an answer to a request for robots.txt; `site` is Site::key.
    void answered(std::uint64_t site, std::uint16_t status,
                  Milliseconds now) noexcept;

    // Returns the time of day when `now` was zero, in milliseconds since 1970.
    // `time_of_day` is the time of day at `now`. Since the two clocks are not
    // read at the same instant, results would differ a little. So all processes
    // get the first result, until somebody sets the clock by kClockSet or more.
    static constexpr Milliseconds kClockSet{500};
    Milliseconds epoch(Milliseconds now, Milliseconds time_of_day) noexcept;

    // Records the revision of a site's robots.txt. A revision that differs from
    // the recorded one is in effect since `now`. Does nothing for a new site
    // whose bucket is full.
    void in_effect(const Site& site, Milliseconds now) noexcept;
    static std::uint64_t revision_key(std::string_view revision);

    // Returns a word in which a process keeps how many requests it delays now;
    // nullptr if none is free. `is_alive` must return whether a process with
    // that id exists; the word of a dead process is given to the next process
    // that asks.
    template <typename IsAlive>
    SharedWord* delay_counter(std::uint32_t process,
                              IsAlive is_alive) const noexcept;

    // Returns the value of a delay_counter(): the process id in the upper half,
    // and the number of delayed requests in the lower half.
    static std::uint64_t delay_count(std::uint32_t process,
                                     std::uint32_t delayed) {
        return std::uint64_t{process} << kProcessShift | delayed;
    }

    // Returns how many requests all living processes delay now.
    template <typename IsAlive>
    std::uint64_t delayed_now(IsAlive is_alive) const noexcept;

    const RecordTable<VisitRecord>& visits() const { return visits_; }
    const RecordTable<LineRecord>& lines() const { return lines_; }
    const RecordTable<SiteRecord>& sites() const { return sites_; }
    std::uint64_t visits_evicted() const {
        return load(fixed_->visits_evicted);
    }
    std::uint64_t lines_evicted() const { return load(fixed_->lines_evicted); }
    std::uint64_t sites_evicted() const { return load(fixed_->sites_evicted); }

    // Sums over all crawlers, including those whose records were removed.
    std::uint64_t requests(Violation violation, Outcome outcome) const {
        return load(fixed_->requests[slot_of(violation, outcome)]);
    }
    // Violations that are counted separately, as in VisitRecord::also().
    std::uint64_t also(Violation violation) const {
        return load(fixed_->also[static_cast<std::size_t>(violation)]);
    }
    std::uint64_t sent() const { return load(fixed_->sent); }  // octets
    // How long upstreams worked, in milliseconds.
    std::uint64_t upstream() const { return load(fixed_->upstream); }
    std::uint64_t delayed_requests() const { return load(fixed_->delayed); }
    // The length of all ended delays, in milliseconds.
    std::uint64_t delayed_for() const { return load(fixed_->delayed_for); }
    // The number of delays in (kWaitLimits[limit - 1], kWaitLimits[limit]].
    std::uint64_t waits(std::size_t limit) const {
        return load(fixed_->waits[limit]);
    }

  private:
    static constexpr std::size_t kDelayCounters = 256;
    static constexpr int kProcessShift = 32;

    // The start of the memory.
    struct alignas(kAlignment) Fixed {
        std::array<SharedWord, kViolations * kOutcomes.size()> requests;
        std::array<SharedWord, kViolations> also;
        SharedWord sent;
        SharedWord upstream;
        SharedWord delayed;
        SharedWord delayed_for;
        std::array<SharedWord, kWaitLimits.size()> waits;
        SharedWord visits_evicted;
        SharedWord lines_evicted;
        SharedWord sites_evicted;
        std::array<SharedWord, kDelayCounters> delay_counters;
        SharedWord epoch;
    };

    // `lines` and `sites` are the sizes of their tables, in octets; `rest` is
    // the size of the memory behind `Fixed`.
    Ledger(Fixed* fixed, std::size_t lines, std::size_t sites,
           std::size_t rest);

    [[gnu::noinline]] void count_elsewhere(std::uint64_t site,
                                           const Verdict& verdict,
                                           Milliseconds now) noexcept;
    void count_line(std::uint64_t site, const Verdict& verdict,
                    Violation violation, Milliseconds now) noexcept;
    VisitRecord* visit_of(std::uint64_t site, std::uint64_t crawler,
                          Identity identity, Milliseconds now) noexcept;
    LineRecord* line_of(std::uint64_t site, std::uint64_t crawler,
                        std::uint64_t line) noexcept;
    SiteRecord* site_of(std::uint64_t site,
                        RecordTable<SiteRecord>::IfFull if_full) noexcept;

    Fixed* fixed_;
    Maker maker_;
    RecordTable<VisitRecord> visits_;
    RecordTable<LineRecord> lines_;
    RecordTable<SiteRecord> sites_;
};

template <typename IsAlive>
SharedWord* Ledger::delay_counter(std::uint32_t process,
                                  IsAlive is_alive) const noexcept {
    for (SharedWord& word : fixed_->delay_counters) {
        std::uint64_t seen = word.load(std::memory_order_relaxed);
        const auto owner = static_cast<std::uint32_t>(seen >> kProcessShift);
        const bool free = owner == 0 || owner == process || !is_alive(owner);
        if (free && word.compare_exchange_strong(seen, delay_count(process, 0),
                                                 std::memory_order_relaxed)) {
            return &word;
        }
    }
    return nullptr;
}

template <typename IsAlive>
std::uint64_t Ledger::delayed_now(IsAlive is_alive) const noexcept {
    std::uint64_t sum = 0;
    for (const SharedWord& word : fixed_->delay_counters) {
        const std::uint64_t seen = word.load(std::memory_order_relaxed);
        const auto delayed = static_cast<std::uint32_t>(seen);
        if (delayed != 0 &&
            is_alive(static_cast<std::uint32_t>(seen >> kProcessShift))) {
            sum += delayed;
        }
    }
    return sum;
}

}  // namespace robots
