// When a budget is due next, in the 36 bits of a word (word_table.hpp).
//
// The highest bit is the unit: 0 for milliseconds, 1 for whole seconds. The
// other 35 bits are the low bits of the time. Only its distance from now is
// read, so a clock may run on for ever. A time up to 24.8 days ahead is kept in
// milliseconds, a later one in seconds, rounded down. Whole seconds stay exact
// however often an interval is added.
//
// A word that nobody has touched for 373 to 398 days reads as one that is due
// up to 24.8 days ahead. It binds only if its budget could be due so far ahead
// (furthest_due), and then one request.

#pragma once

#include <algorithm>
#include <cstdint>

#include "policy/robots_txt/rate.hpp"

namespace robots {

constexpr int kDueTimeBits = 36;

// The furthest ahead that a word can hold: 544 years.
constexpr Milliseconds kFurthestDue{((std::int64_t{1} << 34) - 1) * 1000};

// Clocks of processes differ by less than this: each process reads the time
// once for all requests that have arrived.
constexpr Milliseconds kClocksApart{10000};

namespace due_time {

constexpr int kTimeBits = kDueTimeBits - 1;
constexpr std::uint64_t kInSeconds = std::uint64_t{1} << kTimeBits;
constexpr std::uint64_t kTimeMask = kInSeconds - 1;
constexpr Milliseconds kInMilliseconds{std::int64_t{1} << 31};

// How far `time` is ahead of `now`. Only the low kTimeBits of both count.
inline std::int64_t distance(std::uint64_t time, std::int64_t now) {
    constexpr int kUnused = 64 - kTimeBits;
    return static_cast<std::int64_t>((time - static_cast<std::uint64_t>(now))
                                     << kUnused) >>
           kUnused;
}

inline Milliseconds ahead_in_seconds(std::uint64_t word, Milliseconds now) {
    const std::int64_t second = now.count() / 1000;
    return Milliseconds(distance(word, second) * 1000 - now.count() % 1000);
}

}  // namespace due_time

// How far ahead of `now` the budget is due; not positive if its time has
// passed.
inline Milliseconds due_ahead(std::uint64_t word, Milliseconds now) {
    if ((word & due_time::kInSeconds) != 0) {
        return due_time::ahead_in_seconds(word, now);
    }
    const Milliseconds ahead(due_time::distance(word, now.count()));
    // No time that far ahead is kept in milliseconds: the word is a year old.
    return ahead <= due_time::kInMilliseconds + kClocksApart ? ahead
                                                             : Milliseconds{0};
}

// The word of a budget that is due at `due`, at most kFurthestDue ahead.
inline std::uint64_t due_word(Milliseconds due, Milliseconds now) {
    if (due - now <= due_time::kInMilliseconds) {
        return static_cast<std::uint64_t>(due.count()) & due_time::kTimeMask;
    }
    const Milliseconds kept = std::min(due, now + kFurthestDue);
    return (static_cast<std::uint64_t>(kept.count() / 1000) &
            due_time::kTimeMask) |
           due_time::kInSeconds;
}

// How far ahead a budget of this rate can be due. A word that is due later
// comes from a policy with a longer delay, or from before the clock started
// again: it binds nobody.
inline Milliseconds furthest_due(const Rate& rate) {
    return rate.interval + rate.slack + rate.debt + kLongestWait + kClocksApart;
}

}  // namespace robots
