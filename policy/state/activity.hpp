// What happened lately: how many requests came when (series.hpp), the last
// violations, and the names of crawlers that nobody listed. Together with the
// ledger, which counts since the memory was made, it is what a status shows.
//
// All crawlers and sites have a series as long as there is room. If there is
// none for a new one, the one that was quiet longest goes, at most one a second
// and process, so that a server with more of them than room loses no time.

#ifndef ROBOTS_POLICY_STATE_ACTIVITY_HPP
#define ROBOTS_POLICY_STATE_ACTIVITY_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "policy/base/time.hpp"
#include "policy/site/policy.hpp"
#include "policy/state/recent_violations.hpp"
#include "policy/state/record_table.hpp"
#include "policy/state/series.hpp"
#include "policy/state/unlisted_names.hpp"
#include "policy/verdict/verdict.hpp"

namespace robots {

// A view of the memory; each process has its own. Allocates nothing. `now` is
// on the ledger's clock.
class Activity {
  public:
    static constexpr std::size_t kAlignment = 64;

    // The least memory that it works in: then it has the series of all
    // requests, and little else.
    static std::size_t min_octets();

    // `memory` is aligned to kAlignment and outlives the view: all zeros, or
    // what one of the same size left there.
    Activity(void* memory, std::size_t octets);

    // As Ledger::write_as.
    void write_as(Maker maker) { maker_ = maker; }

    // Counts a request that was judged. `visitor` is Ledger::Entry::key of its
    // site, crawler and identity.
    void judged(const Site& site, const Verdict& verdict, std::uint64_t visitor,
                Milliseconds now) noexcept;

    // Counts a judged request of an unlisted crawler under its name, of which
    // `key` is a hash that nobody outside can compute.
    void named(std::uint64_t key, const Site& site, const Verdict& verdict,
               Milliseconds now) noexcept;

    // Keeps a violation.
    void violated(const ViolationNote& note) noexcept { violations_.add(note); }

    const SeriesRecord& of_all() const;
    // By Site::key and Crawler::key.
    const RecordTable<SeriesRecord>& series() const { return series_; }
    bool has_series() const { return series_.capacity() != 0; }
    const RecordTable<UnlistedName>& names() const { return names_; }
    const RecentViolations& violations() const { return violations_; }
    std::uint64_t series_evicted() const;
    std::uint64_t names_evicted() const;

  private:
    // The start of the memory.
    struct alignas(kAlignment) Fixed {
        SeriesRecord all;
        SharedWord violations;
        SharedWord names_evicted;
        SharedWord series_evicted;
    };
    struct Layout;

    // Where this process counted a visitor's last request that was treated so.
    // It may count more there while the tag is the same.
    struct Trail {
        std::uint64_t tag = 0;
        SeriesRecord::Word* site = nullptr;
        SeriesRecord::Word* crawler = nullptr;
        SeriesRecord::Word* all = nullptr;
    };
    static constexpr std::size_t kTrails = 256;
    static constexpr std::uint64_t kMinute = 60'000;

    explicit Activity(const Layout& layout);

    // Words have one place in `trails_` for each visitor and treatment.
    static std::uint64_t trail_key(std::uint64_t visitor, Treatment treatment) {
        return visitor ^ static_cast<std::uint64_t>(treatment);
    }
    bool is_in_minute(Milliseconds now) const {
        return static_cast<std::uint64_t>(now.count()) - minute_start_ <
               kMinute;
    }
    bool has_all_series() const {
        return fixed_->series_evicted.load(std::memory_order_acquire) ==
               evicted_;
    }

    bool count_at_home(const Site& site, const Verdict& verdict,
                       std::uint64_t visitor) noexcept;
    [[gnu::noinline]] void judged_elsewhere(const Site& site,
                                            const Verdict& verdict,
                                            std::uint64_t visitor,
                                            Milliseconds now) noexcept;
    void end_trails(Milliseconds now) noexcept;
    void count(std::uint64_t key, Treatment treatment,
               Milliseconds now) noexcept;
    SeriesRecord* make_series(std::uint64_t key, Milliseconds now) noexcept;

    Fixed* fixed_;
    Maker maker_;
    RecentViolations violations_;
    RecordTable<UnlistedName> names_;
    RecordTable<SeriesRecord> series_;
    // The minute that this process was last in, and when that began.
    SeriesMinute minute_;
    std::uint64_t minute_start_ = std::uint64_t{1} << 63;  // in none
    // Trails end with the minute, when a series goes, and when so many requests
    // were counted by them.
    std::uint64_t generation_ = 0;
    std::uint64_t evicted_ = 0;
    std::uint32_t left_ = SeriesRecord::kUnchecked;
    std::array<Trail, kTrails> trails_;
    // Until then, no series goes for another.
    Milliseconds rests_until_{0};
};

// Nearly all requests have a trail. Inline, so that no registers are saved.
inline void Activity::judged(const Site& site, const Verdict& verdict,
                             std::uint64_t visitor, Milliseconds now) noexcept {
    const std::uint64_t key = trail_key(visitor, treatment_of(verdict));
    const Trail& trail = trails_[key % kTrails];
    if (trail.tag != (key ^ generation_) || !is_in_minute(now) ||
        !has_all_series() || --left_ == 0) {
        judged_elsewhere(site, verdict, visitor, now);
        return;
    }
    SeriesRecord::Word* const sites = trail.site;
    SeriesRecord::Word* const crawlers = trail.crawler;
    trail.all->fetch_add(1, std::memory_order_relaxed);
    sites->fetch_add(1, std::memory_order_relaxed);
    crawlers->fetch_add(1, std::memory_order_relaxed);
}

}  // namespace robots

#endif
