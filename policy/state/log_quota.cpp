#include "policy/state/log_quota.hpp"

#include <algorithm>

namespace robots {

namespace {

// An owner: 32 bits of suppressed lines above 32 bits of the key, so that a
// count that runs over does not change whose it is.
constexpr int kCountShift = 32;
constexpr std::uint64_t kKeyMask = 0xffff'ffff;

// A window: the clock where it began, in milliseconds of 40 bits (35 years),
// the last 8 bits of its second, and 16 bits of lines.
constexpr int kClockShift = 24;
constexpr int kSecondShift = 16;
constexpr std::uint64_t kClockMask = (std::uint64_t{1} << 40) - 1;
constexpr std::uint64_t kSecondMask = 0xff;
constexpr std::uint64_t kLinesMask = 0xffff;

// A process reads both clocks once for all that has come in. What it says may
// be late by as long as it takes to answer that; what is later still stems from
// a clock that started again.
constexpr std::uint64_t kLate = 10000;

// A window that is as old as this, in milliseconds, is over whatever the wall
// clock says. The two clocks are not read at the same instant.
constexpr std::uint64_t kOld = 2000;

constexpr std::size_t kProbes = 16;

// A place of zero is free.
std::uint64_t tag_of(std::uint64_t key) {
    return std::max<std::uint64_t>(key & kKeyMask, 1);
}

// A second that is earlier than the window's is that of a process that is late,
// unless so much time has passed that the wall clock must have been set back.
bool is_over(std::uint64_t window, std::uint64_t clock, std::uint64_t second) {
    if (window == 0) {
        return true;  // none has begun yet
    }
    const std::uint64_t ahead =
        (second - (window >> kSecondShift)) & kSecondMask;
    const bool is_later = ahead != 0 && ahead <= kSecondMask / 2;
    const std::uint64_t age = (clock - (window >> kClockShift)) & kClockMask;
    const bool is_past = age > kClockMask / 2;
    return is_later || (is_past ? kClockMask - age >= kLate : age >= kOld);
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

bool LogQuota::grant(Word& window, Instant now, std::uint32_t limit) {
    const std::uint64_t clock =
        static_cast<std::uint64_t>(now.clock.count()) & kClockMask;
    const std::uint64_t second = now.second & kSecondMask;
    std::uint64_t seen = window.load(std::memory_order_relaxed);
    for (;;) {
        std::uint64_t next = seen + 1;
        if (is_over(seen, clock, second)) {
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
    Place& place = place_of(key);
    if (limit < kUnlimited && !grant(place.window, now, limit)) {
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
