// Limits how many lines a second, or a minute, a log gets about each of many
// keys, in memory that processes share, without locks.
//
// A key has a place of two 64-bit words. One has its owner's key, and how many
// lines were suppressed since the last that was written. The other is a window:
// the current second, and how many lines were written in it. Each word changes
// by one atomic operation, so a process that dies at any instruction breaks
// neither; what is lost is the line that it was about to write.
//
// Seconds are those of the log's own time stamps, so that no time stamp is on
// more lines than allowed. They may step back when the wall clock is set, and a
// process may see them late. A second clock, which only goes forward, tells
// these two apart (is_over() in log_quota.cpp has a table).

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "policy/robots_txt/rate.hpp"

namespace robots {

// A view of the memory, to be copied at will. Allocates nothing.
class LogQuota {
  public:
    // The most lines a second that can be counted; where a key is allowed as
    // many, none of its lines is ever suppressed.
    static constexpr std::uint32_t kUnlimited =
        std::numeric_limits<std::uint16_t>::max();
    // In a limit: its lines are those of a minute.
    static constexpr std::uint32_t kPerMinute = kUnlimited + 1;

    static constexpr std::size_t kAlignment = 16;

    // The memory that `places` take.
    static constexpr std::size_t octets_for(std::size_t places) {
        return places * sizeof(Place);
    }

    // `memory` is aligned to kAlignment and outlives the quota: all zeros, or
    // what a quota of the same size left there. `octets` is at least
    // octets_for(1) and below 2^36. Keys get places until all are taken; those
    // that come later share one with another key.
    LogQuota(void* memory, std::size_t octets)
        : places_(static_cast<Place*>(memory)), size_(octets / sizeof(Place)) {}

    std::size_t places() const { return size_; }

    struct Instant {
        std::uint64_t second = 0;  // of the log's time stamps
        // On a clock that all processes share. It never goes back, except to
        // start again from zero.
        Milliseconds clock{0};
    };

    struct Answer {
        bool granted = false;  // false: suppressed, and counted
        // Granted: the lines suppressed since the last one that was granted,
        // which this one has to tell of.
        std::uint32_t suppressed = 0;
    };

    // Asks for one line more about `key`, a hash, of `limit` a second, which is
    // at least 1; or a minute, with kPerMinute in it. The two do not share
    // what they count.
    Answer ask(std::uint64_t key, Instant now, std::uint32_t limit) noexcept;

  private:
    using Word = std::atomic<std::uint64_t>;
    static_assert(Word::is_always_lock_free);

    struct alignas(kAlignment) Place {
        Word owner;   // its key's lower half, and what was suppressed
        Word window;  // what a second has had, see log_quota.cpp
    };
    static_assert(sizeof(Place) == 2 * sizeof(std::uint64_t));

    Place& place_of(std::uint64_t key) const;
    static bool grant(Word& window, Instant now, std::uint32_t limit,
                      std::uint64_t seconds);

    Place* places_;
    std::size_t size_;
};

}  // namespace robots
