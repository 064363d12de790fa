// How many requests came in each of the last minutes, ten minutes and three
// hours, by what became of them: of a crawler, of a site, or of all.
//
// A series has a ring of periods for each resolution. A count is one word of 32
// bits, in which one atomic addition counts:
//
//     | lap, 8 bits | requests, 24 bits |
//
// A lap is one turn of the ring: a word of an earlier lap starts anew from
// there. So nobody has to clear what is past, and a process that dies leaves
// every word whole. The lap of a minute repeats after 256 hours; what such a
// word says counts only if its ten minutes were seen too.

#ifndef ROBOTS_POLICY_STATE_SERIES_HPP
#define ROBOTS_POLICY_STATE_SERIES_HPP

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "policy/base/time.hpp"
#include "policy/state/record_table.hpp"
#include "policy/verdict/verdict.hpp"

namespace robots {

// What became of a judged request. An impostor's is only that, whatever was
// done about it.
enum class Treatment : std::uint8_t {
    allowed,  // it passed, and no line was logged
    logged,
    delayed,
    refused,
    impostor,
};
constexpr std::size_t kTreatments = 5;

std::string_view to_string(Treatment treatment);

inline Treatment treatment_of(const Verdict& verdict) {
    return verdict.identity == Identity::impostor
               ? Treatment::impostor
               : static_cast<Treatment>(verdict.action);
}
static_assert(static_cast<int>(Treatment::logged) ==
              static_cast<int>(Action::log));
static_assert(static_cast<int>(Treatment::delayed) ==
              static_cast<int>(Action::throttle));
static_assert(static_cast<int>(Treatment::refused) ==
              static_cast<int>(Action::reject));

// A ring of so many periods. Periods are numbered from the time zero of the
// ledger's clock.
struct Resolution {
    std::chrono::minutes period;
    std::uint32_t periods;
};
constexpr std::array<Resolution, 3> kResolutions{{
    {std::chrono::minutes{1}, 60},
    {std::chrono::minutes{10}, 144},  // a day
    {std::chrono::hours{3}, 240},     // 30 days
}};

inline std::uint64_t period_at(const Resolution& resolution, Milliseconds now) {
    return static_cast<std::uint64_t>(now / resolution.period);
}

// Where the counts of one minute lie in every series, and the lap that they
// bear.
struct SeriesPlaces {
    std::array<std::uint32_t, kResolutions.size()> first{};
    std::array<std::uint32_t, kResolutions.size()> lap{};

    static SeriesPlaces at(Milliseconds now);
};

// All that one has counted, and a record of a RecordTable.
class SeriesRecord {
  public:
    using Word = std::atomic<std::uint32_t>;

    // Of a period that is at most as old as its ring is long.
    std::uint64_t counted(std::size_t resolution, std::uint64_t period,
                          Treatment treatment) const;

    void count(const SeriesPlaces& places, Treatment treatment,
               Milliseconds now) noexcept {
        for (std::size_t i = 0; i < kResolutions.size(); ++i) {
            Word& word = counts_[places.first[i] +
                                 static_cast<std::uint32_t>(treatment)];
            const std::uint32_t seen = word.load(std::memory_order_relaxed);
            if (seen - places.lap[i] < kMostCounted) {
                word.fetch_add(1, std::memory_order_relaxed);
            } else {
                begin(word, places.lap[i], now);
            }
        }
    }

    void name(std::uint64_t key, Milliseconds now) noexcept;

    // For RecordTable. Seen: when its latest period began to count.
    std::uint64_t key() const { return key_.load(std::memory_order_relaxed); }
    std::uint64_t seen() const { return last_.load(std::memory_order_relaxed); }

  private:
    static constexpr int kLapShift = 24;
    // Beyond it, a word stays as it is. Far enough below the lap's bits for all
    // processes that add at once.
    static constexpr std::uint32_t kMostCounted =
        (std::uint32_t{1} << kLapShift) - (std::uint32_t{1} << 16);
    static constexpr std::size_t kCounts =
        kTreatments * (kResolutions[0].periods + kResolutions[1].periods +
                       kResolutions[2].periods);

    friend struct SeriesPlaces;

    [[gnu::noinline]] void begin(Word& word, std::uint32_t lap,
                                 Milliseconds now) noexcept;
    std::uint32_t read(std::size_t resolution, std::uint64_t period,
                       Treatment treatment) const;

    SharedWord key_;
    SharedWord last_;
    std::array<Word, kCounts> counts_;
};

}  // namespace robots

#endif
