#include "policy/shared_memory/log_quota.hpp"

#include <algorithm>

namespace robots {

namespace {

// Place::owner has the number of suppressed lines in its upper 32 bits, and
// half of the key in its lower 32 bits. So an overflow of the number does not
// change the key.
constexpr int kCountShift = 32;
constexpr std::uint64_t kKeyMask = 0xffff'ffff;

// Place::window is one second or one minute of the log, and the number of its
// lines:
//
//     bits 63-24   the clock when the window began, in milliseconds (35 years)
//     bits 23-16   the low eight bits of the second or minute
//     bits 15-0    the number of lines
//
// A word of zero means that no window has begun yet.
constexpr int kClockShift = 24;
constexpr int kSecondShift = 16;
constexpr std::uint64_t kClockMask = (std::uint64_t{1} << 40) - 1;
constexpr std::uint64_t kSecondMask = 0xff;
constexpr std::uint32_t kLinesMask = 0xffff;

// In milliseconds. A process reads both clocks once, and then handles all
// events that have arrived. So its time may be late by up to kLate. If a time
// is even earlier, the clock has restarted from zero.
constexpr std::uint64_t kLate = 10000;

// In milliseconds. A window ends at the latest kOver after its length has
// passed, whatever the wall clock says. This margin is needed because the two
// clocks are not read at the same instant.
constexpr std::uint64_t kOver = 1000;

constexpr std::uint64_t kLongWindow = 60;
// XORed with keys for limits per minute, so that these have their own places.
constexpr std::uint64_t kMinuteKey = 0x9e37'79b9'7f4a'7c15;

constexpr std::size_t kProbes = 16;

// The tag is never zero, because an owner of zero means a free place.
std::uint64_t tag_of(std::uint64_t key) {
    return std::max<std::uint64_t>(key & kKeyMask, 1);
}

// Returns whether `later` is after `earlier`. Only the bits of `mask` count, so
// numbers wrap around to zero. `later` is after `earlier` if it is ahead by at
// most half of the range: with eight bits, 3 is after 250.
bool is_later(std::uint64_t later, std::uint64_t earlier, std::uint64_t mask) {
    const std::uint64_t ahead = (later - earlier) & mask;
    return ahead != 0 && ahead <= mask / 2;
}

// Returns whether `window` is over, so that a line at `clock` in `second`
// begins a new window. An example with a window of second 7 that began at clock
// 50000:
//
//     clock  second   over?
//     50400  7        no: the same second
//     50900  8        yes: a later second
//     50300  6        no: the process is late
//     49900  7        no: the process is late
//     52000  6        yes: kOver; the wall clock was set back
//     39000  6        yes: kLate; the clock restarted from zero
//
// `seconds` is the length of a window: 1, or 60 for a minute. For a window of a
// minute, `second` is the number of the minute.
bool is_over(std::uint64_t window, std::uint64_t clock, std::uint64_t second,
             std::uint64_t seconds) {
    if (window == 0) {
        return true;
    }
    if (is_later(second, window >> kSecondShift, kSecondMask)) {
        return true;
    }
    const std::uint64_t began = window >> kClockShift;
    return is_later(began, clock, kClockMask)
               ? ((began - clock) & kClockMask) > kLate
               : ((clock - began) & kClockMask) >= seconds * 1000 + kOver;
}

}  // namespace

LogQuota::Place& LogQuota::place_of(std::uint64_t key) const {
    const std::uint64_t tag = tag_of(key);
    const std::size_t home = ((key >> 32) * size_) >> 32;
    for (std::size_t i = 0; i < std::min(kProbes, size_); ++i) {
        Place& place = places_[(home + i) % size_];
        std::uint64_t owner = place.owner.load(std::memory_order_relaxed);
        if (owner == 0 && place.owner.compare_exchange_strong(
                              owner, tag, std::memory_order_relaxed)) {
            return place;
        }
        if ((owner & kKeyMask) == tag) {
            return place;
        }
    }
    return places_[home];
}

bool LogQuota::grant(Word& window, Instant now, std::uint32_t limit,
                     std::uint64_t seconds) {
    const std::uint64_t clock =
        static_cast<std::uint64_t>(now.clock.count()) & kClockMask;
    const std::uint64_t second = now.second / seconds & kSecondMask;
    std::uint64_t seen = window.load(std::memory_order_relaxed);
    for (;;) {
        std::uint64_t next = seen + 1;
        if (is_over(seen, clock, second, seconds)) {
            next = clock << kClockShift | second << kSecondShift | 1;
        } else if ((seen & kLinesMask) >= limit) {
            return false;
        }
        if (window.compare_exchange_weak(seen, next,
                                         std::memory_order_relaxed)) {
            return true;
        }
    }
}

LogQuota::Answer LogQuota::ask(std::uint64_t key, Instant now,
                               std::uint32_t limit) noexcept {
    const bool minutes = (limit & kPerMinute) != 0;
    const std::uint32_t lines = limit & kLinesMask;
    Place& place = place_of(minutes ? key ^ kMinuteKey : key);
    if (lines < kUnlimited &&
        !grant(place.window, now, lines, minutes ? kLongWindow : 1)) {
        place.owner.fetch_add(std::uint64_t{1} << kCountShift,
                              std::memory_order_relaxed);
        return {false, 0};
    }
    // Usually no line was suppressed. Then the word need not be written.
    if (place.owner.load(std::memory_order_relaxed) >> kCountShift == 0) {
        return {true, 0};
    }
    const std::uint64_t owner =
        place.owner.fetch_and(kKeyMask, std::memory_order_relaxed);
    return {true, static_cast<std::uint32_t>(owner >> kCountShift)};
}

}  // namespace robots
