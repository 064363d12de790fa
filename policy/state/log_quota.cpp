#include "policy/state/log_quota.hpp"

#include <algorithm>

namespace robots {

namespace {

// An owner: 32 bits of suppressed lines above 32 bits of the key, so that a
// count that runs over does not change whose it is.
constexpr int kCountShift = 32;
constexpr std::uint64_t kKeyMask = 0xffff'ffff;

// A window is one second of the log, or one minute, and how many lines it has
// had:
//
//     bits 63-24   the clock when it began, in milliseconds (35 years)
//     bits 23-16   the last eight bits of its second or minute
//     bits 15-0    lines
//
// Zero: none has begun yet.
constexpr int kClockShift = 24;
constexpr int kSecondShift = 16;
constexpr std::uint64_t kClockMask = (std::uint64_t{1} << 40) - 1;
constexpr std::uint64_t kSecondMask = 0xff;
constexpr std::uint32_t kLinesMask = 0xffff;

// In milliseconds. A process reads both clocks once, then answers all that has
// come in. So the time that it gives may be late by as long as that takes. A
// time that is later still comes from a clock that started again at zero.
constexpr std::uint64_t kLate = 10000;

// In milliseconds. A window that is so much older than it is long is over,
// whatever the wall clock says: the two clocks are not read at the same
// instant.
constexpr std::uint64_t kOver = 1000;

constexpr std::uint64_t kMinute = 60;
// Of the keys of those who count minutes.
constexpr std::uint64_t kMinuteKey = 0x9e37'79b9'7f4a'7c15;

constexpr std::size_t kProbes = 16;

// A place of zero is free.
std::uint64_t tag_of(std::uint64_t key) {
    return std::max<std::uint64_t>(key & kKeyMask, 1);
}

// Numbers of few bits wrap around to zero. `later` comes behind `earlier` if
// the way from there upwards is the shorter one: with eight bits, 3 is later
// than 250. `mask` has the bits.
bool is_later(std::uint64_t later, std::uint64_t earlier, std::uint64_t mask) {
    const std::uint64_t ahead = (later - earlier) & mask;
    return ahead != 0 && ahead <= mask / 2;
}

// Whether a line at `clock`, in `second`, begins a new window. By example, with
// a window of second 7 that began at clock 50000:
//
//     clock  second   over?
//     50400  7        no: the same second
//     50900  8        yes: a later second
//     50300  6        no: a process that is late
//     49900  7        no: a process that is late
//     52000  6        yes: kOver; the wall clock was set back
//     39000  6        yes: kLate; the clock started again at zero
//
// A window of minutes is `seconds` long, and has minutes in place of seconds.
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
        !grant(place.window, now, lines, minutes ? kMinute : 1)) {
        place.owner.fetch_add(std::uint64_t{1} << kCountShift,
                              std::memory_order_relaxed);
        return {false, 0};
    }
    // Most lines find nothing suppressed, and leave the word alone.
    if (place.owner.load(std::memory_order_relaxed) >> kCountShift == 0) {
        return {true, 0};
    }
    const std::uint64_t owner =
        place.owner.fetch_and(kKeyMask, std::memory_order_relaxed);
    return {true, static_cast<std::uint32_t>(owner >> kCountShift)};
}

}  // namespace robots
