// Sorts the requests of a log by their arrival.
//
// nginx logs a request when its response ends. So a request that was held for
// five seconds comes after all that arrived and ended in these five seconds. If
// lines have the time that requests took, each request waits here until no
// later line can be about an earlier request.

#ifndef ROBOTS_CLI_LOG_ARRIVAL_QUEUE_HPP
#define ROBOTS_CLI_LOG_ARRIVAL_QUEUE_HPP

#include <cstdint>
#include <memory>
#include <vector>

#include "cli/log/log_record.hpp"

namespace robotsctl {

class ArrivalQueue {
  public:
    // A request that took longer is late: it counts as if it had arrived just
    // after the last one that pop() gave. The window is twice the longest time
    // for which a policy may hold a request: the rest is for the response.
    static constexpr robots::Milliseconds kWindow{120000};
    // At most so many wait, of at most so many octets together. Then pop()
    // gives the earliest at once.
    static constexpr std::size_t kMost = 100000;
    static constexpr std::size_t kMostOctets = std::size_t{64} * 1024 * 1024;

    // Requests come in the order of LogRecord::time.
    void push(const LogRecord& record);

    // The next request, valid until the next call; nullptr: not known yet. If
    // no line has the time that its request took, each as soon as it is pushed.
    const LogRecord* pop();

    // After this, push nothing; pop() gives the requests that still wait.
    void finish() { finished_ = true; }

    // How many requests were late.
    std::uint64_t late() const { return late_; }

  private:
    struct Waiting {
        LogRecord record;  // views `text`
        std::unique_ptr<char[]> text;
        std::size_t octets = 0;  // of the text
        std::uint64_t number = 0;

        bool operator<(const Waiting& other) const;
    };

    bool is_due(const Waiting& first) const;

    std::vector<Waiting> heap_;  // the first to come in front
    Waiting given_;
    std::size_t octets_ = 0;  // of all that wait
    std::uint64_t pushed_ = 0;
    robots::Milliseconds latest_{0};  // LogRecord::time
    robots::Milliseconds last_{0};    // the arrival that was given last
    std::uint64_t late_ = 0;
    bool has_took_ = false;  // some request's
    bool finished_ = false;
};

}  // namespace robotsctl

#endif
