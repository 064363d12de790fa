// The compliance ledger counts, in shared memory, which crawlers keep to the
// rules, which rules they break, and what was done about their requests.
//
// The ledger has three tables of records (record_table.hpp): for visits (one
// crawler with one identity on one site), for lines of robots.txt, and for
// sites. If a table is full, a new record replaces an old record. But a fixed
// part of the memory keeps the sums of all requests. A request is counted once,
// under its gravest violation. The other violations of the request (also()) and
// the lines that decided are counted separately. The memory has a fixed size
// and changes by atomic operations. So a process that dies at any instruction
// leaves the memory consistent. For example, a request of GPTBot for /a on
// a.example is refused because of "Disallow: /a". This request adds one to
// these counts:
//
//     in the sums       requests(disallow, {reject})
//     in a visit        of (a.example, GPTBot, its identity)
//     in a line         of (a.example, GPTBot, the key of "Disallow: /a")
//
// The ledger stores no names that clients chose. A crawler is an entry of the
// catalogue, or kUnlistedCrawler. Activity (activity.hpp) stores some of the
// names that clients chose.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "policy/shared_memory/ledger_records.hpp"
#include "policy/shared_memory/record_table.hpp"
#include "policy/site/policy.hpp"
#include "policy/verdict/budget_key.hpp"
#include "policy/verdict/verdict.hpp"

namespace robots {

// The upper limits of the buckets in which delays are counted, in milliseconds.
constexpr std::array<std::uint64_t, 10> kWaitLimits{
    100, 250, 500, 1000, 2500, 5000, 10000, 30000, 60000, UINT64_MAX};

// A view of the shared memory; each process has its own view. Allocates
// nothing. In all functions, `now` must be greater than zero. It is in
// milliseconds since the memory was made, on a clock that all processes share.
class Ledger {
  public:
    static constexpr std::size_t kAlignment = 64;

    // Returns the minimum size of the memory, in octets: a multiple of
    // kAlignment.
    static std::size_t min_octets();

    // `memory` must be aligned to kAlignment and outlive the ledger. It must be
    // all zeros, or the memory of an earlier ledger of the same size.
    Ledger(void* memory, std::size_t octets);

    // Sets the process that makes records from now on. Each process that shares
    // the memory must call this before its first count.
    void write_as(Maker maker) { maker_ = maker; }

    // Identifies the visit in which a judged request was counted. Further
    // counts of the same request need this entry. The record of the visit may
    // have been removed since.
    struct Entry {
        std::uint64_t key = 0;  // of the visit's record

        // Returns the key of the visit of `crawler` with `identity` on `site`
        // (Site::key).
        static std::uint64_t key_of(std::uint64_t site, const Sighting& crawler,
                                    Identity identity) {
            return visit_key(pair_key(site, crawler_key(crawler)), identity);
        }
    };

    // Counts a judged request, and sets `entry` to its visit.
    void judged(const Site& site, const Verdict& verdict, Milliseconds now,
                Entry& entry) noexcept;

    // delayed() counts a judged request when its delay begins. released() adds
    // `waited`, the length of a delay that has ended.
    void delayed(const Visitor& visitor, Milliseconds now) noexcept;
    void released(const Visitor& visitor, Milliseconds waited) noexcept;

    // Makes the record of the visit of a request that ends before its verdict
    // is made. Then ended() finds the record.
    void expects(const Visitor& visitor, Milliseconds now) noexcept;

    // Counts the end of a request that belongs to the visit `entry`: the octets
    // of its answer, and the time for which upstreams worked on the request.
    void ended(const Entry& entry, std::uint64_t octets,
               Milliseconds upstream) noexcept;

    // Counts the result of checking a request's signature; `result` must not be
    // signature::Result::none.
    void signed_with(const Entry& entry, signature::Result result) noexcept;

    // Counts that the visitor is served `revision` of the robots.txt of its
    // site.
    void fetched(const Visitor& visitor, RevisionTag revision,
                 Milliseconds now) noexcept;

    // Counts an answer with the HTTP status `status` to a request for
    // robots.txt. `site` is Site::key.
    void answered(std::uint64_t site, std::uint16_t status,
                  Milliseconds now) noexcept;

    // Returns the time of day when `now` was zero, in milliseconds since 1970.
    // `time_of_day` must be the time of day at `now`. The two clocks are not
    // read at the same instant, so results would differ a little. Therefore all
    // processes get the first result, until somebody changes the time of day by
    // kClockSet or more.
    static constexpr Milliseconds kClockSet{500};
    Milliseconds epoch(Milliseconds now, Milliseconds time_of_day) noexcept;

    // Records the current revision of a site's robots.txt. If the recorded
    // revision is different, the new revision is in effect since `now`. Does
    // nothing if the site has no record and its bucket is full.
    void in_effect(const Site& site, Milliseconds now) noexcept;
    static std::uint64_t revision_key(std::string_view revision);

    // Returns a word in which a process stores how many requests it delays at
    // the moment; nullptr if no word is free. `is_alive` must return whether a
    // process with an id exists. A process may get the word of a dead process.
    template <typename IsAlive>
    SharedWord* delay_counter(std::uint32_t process,
                              IsAlive is_alive) const noexcept;

    // Returns the content of a word of delay_counter(): the process id in the
    // upper half, and the number of delayed requests in the lower half.
    static std::uint64_t delay_count(std::uint32_t process,
                                     std::uint32_t delayed) {
        return std::uint64_t{process} << kProcessShift | delayed;
    }

    // Returns how many requests all living processes delay at the moment.
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

    // The following functions return sums over all crawlers, including crawlers
    // with removed records.
    std::uint64_t requests(Violation violation, Outcome outcome) const {
        return load(fixed_->requests[slot_of(violation, outcome)]);
    }
    // The number of requests that have `violation`, but are counted under a
    // graver violation of the same request.
    std::uint64_t also(Violation violation) const {
        return load(fixed_->also[static_cast<std::size_t>(violation)]);
    }
    std::uint64_t sent() const { return load(fixed_->sent); }  // octets
    // The time for which upstreams worked, in milliseconds.
    std::uint64_t upstream() const { return load(fixed_->upstream); }
    std::uint64_t delayed_requests() const { return load(fixed_->delayed); }
    // The total length of all ended delays, in milliseconds.
    std::uint64_t delayed_for() const { return load(fixed_->delayed_for); }
    // The number of ended delays that were longer than kWaitLimits[limit - 1]
    // and not longer than kWaitLimits[limit].
    std::uint64_t waits(std::size_t limit) const {
        return load(fixed_->waits[limit]);
    }

  private:
    static constexpr std::size_t kDelayCounters = 256;
    static constexpr int kProcessShift = 32;

    // The fixed part at the start of the memory.
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

    // `lines` and `sites` are the sizes of the memory of lines_ and sites_, in
    // octets. `rest` is the size of the memory behind `Fixed`, in octets.
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
