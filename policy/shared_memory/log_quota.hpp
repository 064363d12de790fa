// Limits how many lines per second, or per minute, a log gets about one key (a
// crawler, for example). Lines are counted in shared memory, without locks.
//
// Each key has a place of two 64-bit words. The first word has half of the key,
// and the number of lines that were suppressed since the last written line. The
// second word is a window: the current second or minute, and the number of
// lines that were written in it. Each word changes by one atomic operation. So
// a process that dies at any instruction leaves both words valid. Only the line
// that the process was about to write is lost.
//
// The second of a line is the second of its time stamp in the log, so no time
// stamp is on more lines than allowed. The second of a line may be earlier than
// the second of the window for two reasons: somebody has set the wall clock
// back, or the process is late. Another clock, which only goes forward,
// distinguishes these cases (see the table at is_over() in log_quota.cpp).

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "policy/robots_txt/rate.hpp"

namespace robots {

// A view of the shared memory, cheap to copy. Allocates nothing.
class LogQuota {
  public:
    // The maximum limit, which suppresses no line.
    static constexpr std::uint32_t kUnlimited =
        std::numeric_limits<std::uint16_t>::max();
    // A flag in a limit: the limit is per minute.
    static constexpr std::uint32_t kPerMinute = kUnlimited + 1;

    static constexpr std::size_t kAlignment = 16;

    // Returns the size of the memory for `places` places, in octets.
    static constexpr std::size_t octets_for(std::size_t places) {
        return places * sizeof(Place);
    }

    // `memory` must be aligned to kAlignment and outlive the quota. It must be
    // all zeros, or the memory of an earlier quota of the same size. `octets`
    // must be at least octets_for(1) and below 2^36. A key can be in one of
    // sixteen places. If none of these is free, the key shares the place of
    // another key.
    LogQuota(void* memory, std::size_t octets)
        : places_(static_cast<Place*>(memory)), size_(octets / sizeof(Place)) {}

    std::size_t places() const { return size_; }

    struct Instant {
        std::uint64_t second = 0;  // of the line's time stamp
        // The time on a clock that all processes share. The clock never goes
        // back, but may restart from zero.
        Milliseconds clock{0};
    };

    struct Answer {
        bool granted = false;  // false: the line is suppressed, and counted
        // If granted: the number of lines that were suppressed since the last
        // granted line. The granted line must report this number.
        std::uint32_t suppressed = 0;
    };

    // Asks whether one more line about `key`, which must be a hash, may be
    // written. `limit` must be at least 1 line per second or, with the flag
    // kPerMinute, per minute. Lines are counted separately for limits per
    // second and per minute.
    Answer ask(std::uint64_t key, Instant now, std::uint32_t limit) noexcept;

  private:
    using Word = std::atomic<std::uint64_t>;
    static_assert(Word::is_always_lock_free);

    struct alignas(kAlignment) Place {
        Word owner;   // lower half of the key, and suppressed lines
        Word window;  // the current window, see log_quota.cpp
    };
    static_assert(sizeof(Place) == 2 * sizeof(std::uint64_t));

    Place& place_of(std::uint64_t key) const;
    static bool grant(Word& window, Instant now, std::uint32_t limit,
                      std::uint64_t seconds);

    Place* places_;
    std::size_t size_;
};

}  // namespace robots
