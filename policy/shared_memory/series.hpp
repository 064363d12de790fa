// A series counts requests over time: those of one crawler, those to one site,
// or all requests. It has counts for each minute of the last hour, for each ten
// minutes of the last day, and for each three hours of the last 30 days. Each
// period has one count for each Treatment: what was done about the request.
//
// A series has one ring of periods for each of these resolutions. A count is a
// word of 32 bits, which changes by one atomic operation:
//
//     | lap, 8 bits | requests, 24 bits |
//
// A lap is one turn of the ring. A word of an earlier lap counts as zero. A
// request is counted only in its minute, so it costs one addition. The first
// request of a new minute also adds the counts of earlier minutes to the
// periods of ten minutes and of three hours that contain these minutes. It does
// not add the minute just past, because another process may still count in that
// minute. Readers add the minutes that were not yet added to a longer period.
//
//     latest_ 17, folded_ 16: minutes 0 to 15 are also in their ten minutes;
//                             minutes 16 and 17 are counted only as minutes

#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "policy/base/time.hpp"
#include "policy/shared_memory/record_table.hpp"
#include "policy/verdict/verdict.hpp"

namespace robots {

// What was done about a judged request (a request with a Verdict). A request of
// an impostor counts only as `impostor`, whatever was done about the request.
enum class Treatment : std::uint8_t {
    allowed,  // the request passed, and no line was logged
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

// A ring of periods. Period 0 starts at the time zero of the ledger's clock.
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

// A minute, and where each series counts the requests of this minute: in
// SeriesRecord::minutes_ from index `first` on, in words of lap `lap`.
struct SeriesMinute {
    std::uint64_t number = 0;
    std::uint32_t first = 0;
    std::uint32_t lap = 0;

    static SeriesMinute at(Milliseconds now);
};

// The counts of one crawler or site; a record of a RecordTable.
class SeriesRecord {
  public:
    using Word = std::atomic<std::uint32_t>;

    // Returns the count of the period with the number `period`, which must be
    // one of the latest Resolution::periods. `resolution` is an index of
    // kResolutions.
    std::uint64_t counted(std::size_t resolution, std::uint64_t period,
                          Treatment treatment) const;

    void count(const SeriesMinute& minute, Treatment treatment) noexcept {
        Word& word =
            minutes_[minute.first + static_cast<std::uint32_t>(treatment)];
        if (word.load(std::memory_order_relaxed) - minute.lap < kMost) {
            word.fetch_add(1, std::memory_order_relaxed);
        } else {
            count_first(minute, word);
        }
    }

    void name(std::uint64_t key, const SeriesMinute& minute) noexcept;

    // RecordTable needs these two functions. seen() is the latest minute.
    std::uint64_t key() const { return key_.load(std::memory_order_relaxed); }
    std::uint64_t seen() const {
        return latest_.load(std::memory_order_relaxed);
    }

  private:
    static constexpr int kLapShift = 24;
    static constexpr std::uint32_t kCountMask =
        (std::uint32_t{1} << kLapShift) - 1;
    // The largest count. Up to 2^22 more additions leave the lap unchanged, so
    // all processes may add one at the same time.
    static constexpr std::uint32_t kMost =
        kCountMask + 1 - (std::uint32_t{1} << 22);

    friend struct SeriesMinute;

    void count_first(const SeriesMinute& minute, Word& word) noexcept;
    static void add(Word& word, std::uint32_t lap,
                    std::uint32_t count) noexcept;
    static std::uint32_t counted_in(std::uint32_t word, std::uint32_t lap);
    void enter(std::uint64_t minute) noexcept;
    void fold(std::uint64_t minute) noexcept;
    std::uint32_t in_minute(std::uint64_t minute, Treatment treatment) const;

    SharedWord key_;
    SharedWord latest_;  // the latest minute with a request
    SharedWord folded_;  // the first minute that sums_ does not contain yet
    std::array<Word, kTreatments * kResolutions[0].periods> minutes_;
    std::array<Word,
               kTreatments*(kResolutions[1].periods + kResolutions[2].periods)>
        sums_;
};

}  // namespace robots
