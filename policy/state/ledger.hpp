// The compliance ledger counts who keeps to the rules, who breaks which, and
// what was done about it, in memory that processes share.
//
// It has three tables of records (record_table.hpp), of visits, of lines and of
// sites, and a fixed part with sums. A full table removes records; the sums
// stay. A request is counted once, under the gravest rule that it broke. The
// others are counted beside it, and so is each line. Everything is of bounded
// size and counted by atomic operations; a process that dies at any instruction
// leaves nothing broken. An example, a request of GPTBot for /a on a.example
// that "Disallow: /a" refuses, counts
//
//     in the sums       requests(disallow, {reject})
//     in a visit        of (a.example, GPTBot, its identity)
//     in a line         of (a.example, GPTBot, the key of "Disallow: /a")
//
// Names that a client chose are never kept here: a crawler is an entry of the
// catalogue, or kUnlistedCrawler. activity.hpp keeps a few of them.

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

// Delays are counted by their length: up to each of these limits.
constexpr std::array<std::uint64_t, 10> kWaitLimits{
    100, 250, 500, 1000, 2500, 5000, 10000, 30000, 60000, UINT64_MAX};

// A view of the memory; each process has its own. Allocates nothing. `now` is
// in milliseconds since the memory was made, the same clock for all who share
// it, and greater than zero.
class Ledger {
  public:
    static constexpr std::size_t kAlignment = 64;

    // The least memory that a ledger works in, a multiple of kAlignment.
    static std::size_t min_octets();

    // `memory` is aligned to kAlignment and outlives the ledger: all zeros, or
    // what a ledger of the same size left there.
    Ledger(void* memory, std::size_t octets);

    // Sets who makes records from now on. Each process that shares the memory
    // calls it before its first count.
    void write_as(Maker maker) { maker_ = maker; }

    // Where a judged request was counted, to count more of it there. The record
    // may have been removed since.
    struct Entry {
        std::uint64_t key = 0;  // of the visit's record

        // The key of all requests of a crawler with an identity to a site.
        static std::uint64_t key_of(std::uint64_t site, const Sighting& crawler,
                                    Identity identity) {
            return visit_key(pair_key(site, crawler_key(crawler)), identity);
        }
    };

    // Counts a request that was judged, and says where.
    void judged(const Site& site, const Verdict& verdict, Milliseconds now,
                Entry& entry) noexcept;
    void judged(const Site& site, const Verdict& verdict,
                Milliseconds now) noexcept {
        Entry entry;
        judged(site, verdict, now, entry);
    }

    // The delay of a request that judged() counted begins, and is over.
    void delayed(const Visitor& visitor, Milliseconds now) noexcept;
    void released(const Visitor& visitor, Milliseconds waited) noexcept;

    // Counts what a request that judged() counted there came to: the octets of
    // its answer, and how long upstreams took for that.
    void ended(const Entry& entry, std::uint64_t octets,
               Milliseconds upstream) noexcept;

    // Counts what was found of the signature of such a request; not
    // signature::Result::none.
    void signed_with(const Entry& entry, signature::Result result) noexcept;

    // Notes that a crawler is served its site's robots.txt.
    void fetched(const Visitor& visitor, RevisionTag revision,
                 Milliseconds now) noexcept;

    // Counts an answer to a request for robots.txt; `site` is Site::key.
    void answered(std::uint64_t site, std::uint16_t status,
                  Milliseconds now) noexcept;

    // When `now` was zero, in milliseconds since 1970; `time_of_day` is the
    // time at `now`. Two clocks are never read at quite the same instant, so
    // the first answer is kept for all, until somebody sets the clock by
    // kClockSet or more.
    static constexpr Milliseconds kClockSet{500};
    Milliseconds epoch(Milliseconds now, Milliseconds time_of_day) noexcept;

    // Notes that a site's robots.txt is in effect: since `now`, if it is
    // another revision than before. Removes no other site's record.
    void in_effect(const Site& site, Milliseconds now) noexcept;
    static std::uint64_t revision_key(std::string_view revision);

    // A word in which one process keeps how many requests it delays now;
    // nullptr: none is left. `is_alive` says whether a process with that id
    // exists; the word of a dead process is given to the next that asks.
    template <typename IsAlive>
    SharedWord* delay_counter(std::uint32_t process,
                              IsAlive is_alive) const noexcept;

    // What a process writes there: its id in the upper half, and how many
    // requests it delays in the lower.
    static std::uint64_t delay_count(std::uint32_t process,
                                     std::uint32_t delayed) {
        return std::uint64_t{process} << kProcessShift | delayed;
    }

    // The sum of those words.
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
    // As VisitRecord has it.
    std::uint64_t also(Violation violation) const {
        return load(fixed_->also[static_cast<std::size_t>(violation)]);
    }
    std::uint64_t sent() const { return load(fixed_->sent); }  // octets
    // In milliseconds.
    std::uint64_t upstream() const { return load(fixed_->upstream); }
    std::uint64_t delayed_requests() const { return load(fixed_->delayed); }
    // In milliseconds, of delays that are over.
    std::uint64_t delayed_for() const { return load(fixed_->delayed_for); }
    // Of kWaitLimits[limit].
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

    // Lines and sites have so many octets of the `rest` behind the fixed part.
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
