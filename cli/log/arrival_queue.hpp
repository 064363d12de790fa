// Requests in the order in which they came.
//
// nginx logs a request when its answer has ended, so that one which was held
// for five seconds stands behind all that came and went in them. Where lines
// say how long they took, each waits here until no later line can be about an
// earlier request.

#ifndef ROBOTS_CLI_LOG_ARRIVAL_QUEUE_HPP
#define ROBOTS_CLI_LOG_ARRIVAL_QUEUE_HPP

#include <cstdint>
#include <memory>
#include <vector>

#include "cli/log/log_record.hpp"

namespace robotsctl {

class ArrivalQueue {
  public:
    // Requests that took longer come too late, and count as if they had come
    // just after the last one that was given. Twice what a policy may hold one
    // for: the rest is for the answer.
    static constexpr robots::Milliseconds kWindow{120000};
    // At most so many wait, of at most so many octets together. Beyond that the
    // oldest goes, however early it is.
    static constexpr std::size_t kMost = 100000;
    static constexpr std::size_t kMostOctets = std::size_t{64} * 1024 * 1024;

    // Requests come in the order of LogRecord::time.
    void push(const LogRecord& record);

    // The next request, good until the next call; nullptr: not known yet.
    // Without a time that requests took, each as soon as it is pushed.
    const LogRecord* pop();

    // No more are pushed: pop gives those that wait.
    void finish() { finished_ = true; }

    // How many requests took too long.
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
