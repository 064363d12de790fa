// Encodes the time when the next request of a budget is due as the 36-bit value
// of a word (word_table.hpp).
//
// The highest bit is the unit: 0 for milliseconds, 1 for whole seconds. The
// other 35 bits are the low bits of the time. A reader computes only the
// difference between the time and now, so the time may exceed 35 bits. A time
// up to 24.8 days ahead is stored in milliseconds, a later time in seconds,
// rounded down. Adding whole seconds to a time in seconds causes no rounding
// error.
//
// If a word was not written for 373 to 398 days, its time has wrapped around
// and seems to be up to 24.8 days ahead. Then the word delays requests only if
// its budget can be due that far ahead (furthest_due()). It delays them for no
// longer than a used-up budget does.

#pragma once

#include <algorithm>
#include <cstdint>

#include "policy/robots_txt/rate.hpp"

namespace robots {

constexpr int kDueTimeBits = 36;

// The furthest time ahead of now that a word can store: 544 years.
constexpr Milliseconds kFurthestDue{((std::int64_t{1} << 34) - 1) * 1000};

// The times that processes use as `now` differ by less than this, because each
// process reads the clock once for all requests that have arrived.
constexpr Milliseconds kClocksApart{10000};

namespace due_time {

constexpr int kTimeBits = kDueTimeBits - 1;
constexpr std::uint64_t kInSeconds = std::uint64_t{1} << kTimeBits;
constexpr std::uint64_t kTimeMask = kInSeconds - 1;
constexpr Milliseconds kInMilliseconds{std::int64_t{1} << 31};

// Returns how far `time` is ahead of `now`. Compares only the low kTimeBits
// bits of the two numbers.
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

// Returns how far ahead of `now` the budget of `word` is due; zero or negative
// if the time of the budget has passed.
inline Milliseconds due_ahead(std::uint64_t word, Milliseconds now) {
    if ((word & due_time::kInSeconds) != 0) {
        return due_time::ahead_in_seconds(word, now);
    }
    const Milliseconds ahead(due_time::distance(word, now.count()));
    // If `ahead` is greater than this, the time would have been stored in
    // seconds. So the word is about a year old, and delays no request.
    return ahead <= due_time::kInMilliseconds + kClocksApart ? ahead
                                                             : Milliseconds{0};
}

// Returns the encoded time `due`, at which a budget allows the next request. A
// time beyond kFurthestDue is encoded as kFurthestDue.
inline std::uint64_t due_word(Milliseconds due, Milliseconds now) {
    if (due - now <= due_time::kInMilliseconds) {
        return static_cast<std::uint64_t>(due.count()) & due_time::kTimeMask;
    }
    const Milliseconds kept = std::min(due, now + kFurthestDue);
    return (static_cast<std::uint64_t>(kept.count() / 1000) &
            due_time::kTimeMask) |
           due_time::kInSeconds;
}

// Returns how far ahead of now a budget of this rate can be due. If a word is
// due later, it was written under an earlier policy with a longer delay, or
// before the clock restarted. Then the word delays nobody.
inline Milliseconds furthest_due(const Rate& rate) {
    return rate.interval + rate.slack + rate.debt + kLongestWait + kClocksApart;
}

}  // namespace robots
