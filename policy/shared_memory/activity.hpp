// Recent events: counts of requests over time (series.hpp), the last
// violations, and the names of unlisted crawlers, which are not in the
// catalogue. The status page shows these together with the ledger, which counts
// since the memory was made.
//
// Each crawler and each site gets a series. In a full table, a new series
// replaces the series that had no request for the longest time. Each process
// replaces at most one series per second, so that replacing costs little on a
// server with too many crawlers and sites.

#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "policy/base/time.hpp"
#include "policy/shared_memory/recent_violations.hpp"
#include "policy/shared_memory/record_table.hpp"
#include "policy/shared_memory/series.hpp"
#include "policy/site/policy.hpp"
#include "policy/verdict/verdict.hpp"

namespace robots {

// One name of a crawler that is not in the catalogue, with its counts: a record
// of a RecordTable. The table keeps the most frequent and most recent names.
//
// Clients choose these names. So the table has room for only a few names, and
// long names are cut. In a full table, a new name replaces the name that
// expires first. A name expires a minute after its last request, plus one
// minute for each earlier request, up to a week. So the name of a frequent
// crawler survives any number of names that come once.
class UnlistedName {
  public:
    static constexpr std::size_t kMaxOctets = 48;

    std::string name() const;
    std::uint64_t requests() const { return load(requests_); }
    std::uint64_t violations() const { return load(violations_); }
    std::uint64_t site() const { return load(site_); }  // of the last request
    Milliseconds first_seen() const { return Milliseconds(load(first_)); }
    Milliseconds last_seen() const { return Milliseconds(load(last_)); }

    std::uint64_t key() const { return load(key_); }
    // Returns the time when the name expires, in milliseconds.
    std::uint64_t seen() const {
        return load(last_) + std::min(load(requests_) * kMinute, kWeek);
    }

    void name(std::uint64_t key, std::string_view text,
              Milliseconds now) noexcept;
    void count(std::uint64_t site, bool violation, Milliseconds now) noexcept {
        add(requests_, 1);
        add(violations_, violation ? 1 : 0);
        store(site_, site);
        store(last_, milliseconds_of(now));
    }

  private:
    static constexpr std::uint64_t kMinute = 60'000;
    static constexpr std::uint64_t kWeek = 7 * (24 * (60 * kMinute));

    SharedWord key_;
    SharedWord requests_;
    SharedWord violations_;
    SharedWord site_;
    SharedWord first_;
    SharedWord last_;
    std::array<SharedWord, kMaxOctets / 8> text_;  // padded with zeros
};

// A view of the shared memory; each process has its own view. Allocates
// nothing. `now` must be on the ledger's clock.
class Activity {
  public:
    static constexpr std::size_t kAlignment = 64;

    // Returns the minimum size of the memory, in octets. Memory of this size
    // has room for the one series that counts all requests, but for no series
    // of a single crawler or site.
    static std::size_t min_octets();

    // `memory` must be aligned to kAlignment and outlive the view. It must be
    // all zeros, or the memory of an earlier view of the same size.
    Activity(void* memory, std::size_t octets);

    // Sets the process that makes records, as Ledger::write_as() does.
    void write_as(Maker maker) { maker_ = maker; }

    void judged(const Site& site, const Verdict& verdict,
                Milliseconds now) noexcept;

    // Counts a judged request of an unlisted crawler under the crawler's name.
    // `key` must be Keys::name_of(): a keyed hash of the name, which no client
    // can compute.
    void named(std::uint64_t key, const Site& site, const Verdict& verdict,
               Milliseconds now) noexcept;

    void violated(const ViolationNote& note) noexcept { violations_.add(note); }

    const SeriesRecord& of_all() const { return fixed_->all; }
    // The series of a site or crawler, by Site::key or Crawler::key.
    const RecordTable<SeriesRecord>& series() const { return series_; }
    bool has_series() const { return series_.capacity() != 0; }
    const RecordTable<UnlistedName>& names() const { return names_; }
    const RecentViolations& violations() const { return violations_; }
    std::uint64_t series_evicted() const {
        return load(fixed_->series_evicted);
    }
    std::uint64_t names_evicted() const { return load(fixed_->names_evicted); }

  private:
    // The fixed part at the start of the memory.
    struct alignas(kAlignment) Fixed {
        SeriesRecord all;
        SharedWord violations;
        SharedWord names_evicted;
        SharedWord series_evicted;
    };

    // `violations` and `names` are the sizes of the memory of violations_ and
    // names_, in octets. `rest` is the size of the memory behind `Fixed`, in
    // octets.
    Activity(Fixed* fixed, std::size_t violations, std::size_t names,
             std::size_t rest);

    void count(std::uint64_t key, Treatment treatment,
               Milliseconds now) noexcept;
    SeriesRecord* make_series(std::uint64_t key, Milliseconds now) noexcept;

    Fixed* fixed_;
    Maker maker_;
    RecentViolations violations_;
    RecordTable<UnlistedName> names_;
    RecordTable<SeriesRecord> series_;
    // The minute of this process's last request.
    SeriesMinute minute_ = SeriesMinute::at(Milliseconds{0});
    // This process makes no series before this time.
    Milliseconds rests_until_{0};
};

}  // namespace robots
