// Sorts the requests of a log by their arrival.
//
// nginx logs a request when its response ends. A request that was delayed for
// five seconds is logged after all requests that came and ended in these five
// seconds:
//
//     ends at   took   so it came at
//     12:00:07  0 s    12:00:07
//     12:00:10  4 s    12:00:06  <- first, although logged last
//
// So a request waits in this queue until kWindow has passed in the log. Later
// lines are then hardly ever about a request that arrived earlier.

#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "cli/log/log_record.hpp"

namespace robotsctl {

class ArrivalQueue {
  public:
    // How long a request waits in the queue. If a request took longer than
    // kWindow, pop() may already have returned requests that arrived later.
    // Then the request is late: it counts as if it had arrived together with
    // the last request that pop() returned. The window is twice the longest
    // delay that a policy allows, to leave time for the response.
    static constexpr robots::Milliseconds kWindow{120000};
    // The maximum number of requests that wait, and the maximum number of
    // octets that they may have altogether. Beyond these limits, pop() returns
    // the earliest request at once.
    static constexpr std::size_t kMost = 100000;
    static constexpr std::size_t kMostOctets = std::size_t{64} * 1024 * 1024;

    // Must be called in the order of LogRecord::time.
    void push(const LogRecord& record);

    // Returns the next request, which is valid until the next call. Returns
    // nullptr if no request waits, or if a later line may still be about an
    // earlier request.
    const LogRecord* pop();

    // Must be called after the last push(). After this call, pop() returns all
    // requests that still wait.
    void finish() { finished_ = true; }

    // The number of requests that were late.
    std::uint64_t late() const { return late_; }

  private:
    struct Waiting {
        LogRecord record;  // has views into `text`
        std::unique_ptr<char[]> text;
        std::size_t octets = 0;  // size of `text`
    };

    bool is_due(robots::Milliseconds arrival) const;

    // By arrival. Requests with equal arrivals are in the order of push().
    std::multimap<robots::Milliseconds, Waiting> waiting_;
    Waiting popped_;
    std::size_t octets_ = 0;          // sum of Waiting::octets in `waiting_`
    robots::Milliseconds latest_{0};  // the greatest LogRecord::time
    robots::Milliseconds last_{0};    // the arrival of the last popped request
    std::uint64_t late_ = 0;
    bool finished_ = false;
};

}  // namespace robotsctl
