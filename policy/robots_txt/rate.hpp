// The rate of requests: the generic cell rate algorithm, as arithmetic on one
// number (ITU-T I.371, "virtual scheduling").
//
// The state of a budget is its theoretical arrival time (TAT): the time when
// the next request is due if the crawler keeps exactly to its interval. A
// request may come earlier by at most the slack, the sum of what burst and
// tolerance allow. Each granted request moves the TAT on by one interval. An
// example, with an interval of 10 s and a slack of 1 s:
//
//     a request at   TAT before    it is            TAT after
//     0 s            0 s           granted          10 s
//     9.5 s          10 s          granted, early   20 s
//     15 s           20 s          refused, or delayed by 4 s
//     19 s           20 s          granted, early   30 s

#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "policy/base/time.hpp"

namespace robots {

// The maximum time for which a request is delayed.
constexpr Milliseconds kLongestWait{60000};

// What a budget grants. A request that comes early by at most `slack` is
// granted at once. A request that comes earlier is delayed, or refused if the
// delay would be longer than `max_wait`. `interval` is 0 for a budget of time
// (UpstreamTime in budget.hpp), which charges a request when the request ends.
// The TAT of a budget of time can be up to `debt` ahead of now.
struct Rate {
    Milliseconds interval;
    Milliseconds slack;
    Milliseconds max_wait;
    Milliseconds debt{0};

    bool is_paid_later() const { return interval == Milliseconds{0}; }
};

// The outcome of one charge.
struct Charge {
    bool granted = true;  // false: refused; the budget is unchanged
    // If granted: the delay of the request. If refused: the time until the
    // request would be granted.
    Milliseconds wait{0};
    Milliseconds tat{0};  // the state to store; meaningless if refused
};

// Charges one request at `now` to a budget whose state is `tat` (0 for a new
// budget).
inline Charge charge(Milliseconds tat, Milliseconds now, const Rate& rate) {
    const Milliseconds due = std::max(tat, now);
    const Milliseconds early = due - now;
    const Milliseconds wait =
        early > rate.slack ? early - rate.slack : Milliseconds{0};
    if (wait > rate.max_wait) {
        return {false, wait, tat};
    }
    return {true, wait, due + rate.interval};
}

// A charge that was granted: the arguments that given_back() needs to undo the
// charge.
struct Spent {
    std::uint64_t key;
    Milliseconds interval;
    Milliseconds tat;  // Charge::tat
};

// Gives the charge `spent` back at `now`: returns the TAT `tat` less one
// interval. Returns `tat` unchanged if the TAT that the charge set has passed,
// since that charge no longer delays a request.
inline Milliseconds given_back(Milliseconds tat, const Spent& spent,
                               Milliseconds now) {
    return spent.tat > now && tat > now ? tat - spent.interval : tat;
}

// Returns the slack for `burst` extra requests and `tolerance` percent of
// jitter.
inline Milliseconds slack(Milliseconds interval, std::uint32_t burst,
                          std::uint32_t tolerance) {
    return interval * burst + interval * tolerance / 100;
}

}  // namespace robots
