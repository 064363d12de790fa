// What happened lately: how many requests came when (series.hpp), the last
// violations, and the names of crawlers that nobody listed. Together with the
// ledger, which counts since the memory was made, it is what a status shows.
//
// All crawlers and sites have a series as long as there is room. If there is
// none for a new one, the one that was quiet longest goes, at most one a second
// and process, so that a server with more of them than room loses no time.

#ifndef ROBOTS_POLICY_STATE_ACTIVITY_HPP
#define ROBOTS_POLICY_STATE_ACTIVITY_HPP

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

    // Counts a request that was judged.
    void judged(const Site& site, const Verdict& verdict,
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
    struct Fixed;
    struct Layout;

    explicit Activity(const Layout& layout);

    bool count_at_home(const Site& site, const Verdict& verdict) noexcept;
    [[gnu::noinline]] void judged_elsewhere(const Site& site,
                                            const Verdict& verdict,
                                            Milliseconds now) noexcept;
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
    // Until then, no series goes for another.
    Milliseconds rests_until_{0};
};

}  // namespace robots

#endif
