// When a budget is due next, in the 36 bits of a word (word_table.hpp).
//
// 35 bits of a time of which only the distance from now is read, so that a
// clock may run on for ever: in milliseconds, or, where the highest bit is set,
// in whole seconds. What is due in 24.8 days at the latest is kept in
// milliseconds, what is due later in seconds, rounded down. Whole seconds stay
// exact however often an interval is added.

#ifndef ROBOTS_POLICY_STATE_DUE_TIME_HPP
#define ROBOTS_POLICY_STATE_DUE_TIME_HPP

#include <algorithm>
#include <cstdint>

#include "policy/robots_txt/rate.hpp"

namespace robots {

constexpr int kDueTimeBits = 36;

// The furthest ahead that a word can hold: 544 years.
constexpr Milliseconds kFurthestDue{((std::int64_t{1} << 34) - 1) * 1000};

// Clocks of processes are apart by less than this: each reads its own once for
// all requests that have come in.
constexpr Milliseconds kClocksApart{10000};

namespace due_time {

constexpr int kTimeBits = kDueTimeBits - 1;
constexpr std::uint64_t kInSeconds = std::uint64_t{1} << kTimeBits;
constexpr std::uint64_t kTimeMask = kInSeconds - 1;
constexpr Milliseconds kInMilliseconds{std::int64_t{1} << 31};

// How far `time` lies ahead of `now`, of which both are known in kTimeBits.
inline std::int64_t distance(std::uint64_t time, std::int64_t now) {
    constexpr int kUnused = 64 - kTimeBits;
    return static_cast<std::int64_t>((time - static_cast<std::uint64_t>(now))
                                     << kUnused) >>
           kUnused;
}

[[gnu::noinline]] inline Milliseconds ahead_in_seconds(std::uint64_t word,
                                                       Milliseconds now) {
    const std::int64_t second = now.count() / 1000;
    return Milliseconds(distance(word, second) * 1000 - now.count() % 1000);
}

}  // namespace due_time

// How far ahead of `now` the budget is due; not positive where its time has
// passed.
inline Milliseconds due_ahead(std::uint64_t word, Milliseconds now) {
    if ((word & due_time::kInSeconds) != 0) {
        return due_time::ahead_in_seconds(word, now);
    }
    const Milliseconds ahead(due_time::distance(word, now.count()));
    // Milliseconds that are further ahead have lain here for a year.
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

// How far ahead a budget of this rate can be due. What is due later was charged
// by another rate, of a policy that asked for more, or is left from before the
// clock started again; it binds nobody.
inline Milliseconds furthest_due(const Rate& rate) {
    return rate.interval + rate.slack + kLongestWait + kClocksApart;
}

}  // namespace robots

#endif
