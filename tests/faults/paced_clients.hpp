// Clients of several nginx that are one crawler together. Each keeps a
// connection to every nginx, asks them in turn, and asks again soon after a
// refusal: so often that hardly any time passes between the moment when a
// request is due and the next one, without keeping the processors busy.

#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <queue>
#include <string>
#include <thread>
#include <vector>

#include "tests/harness/await.hpp"

namespace integration {

// How the clients ask. `askers` requests, no fewer than clients, are under way
// or waiting for their time, spread over the sites "site0.example" and so on.
struct Pacing {
    int clients = 32;
    int sites = 1;
    int askers = 32;
    Milliseconds delay{200};  // the crawl-delay
    Milliseconds after_pass{16};
    Milliseconds after_refusal{16};
};

class PacedClients {
  public:
    PacedClients(std::vector<int> ports, const Pacing& pacing);
    ~PacedClients() { stop(); }
    PacedClients(const PacedClients&) = delete;
    PacedClients& operator=(const PacedClients&) = delete;

    void stop();

    int passed() const { return passed_; }
    int refused() const { return refused_; }
    int failed() const { return failed_; }
    Milliseconds longest() const { return Milliseconds(longest_); }
    Milliseconds took() const { return took_; }

    // How many requests the crawl-delay allows, on all sites.
    int allowed() const;

    // How many of the requests that were sent one perfect budget for each site
    // lets through: nobody may have asked at the moment when one was due. After
    // stop().
    int allowed_as_asked() const;

  private:
    using Clock = std::chrono::steady_clock;

    // Who asks a site next, and when.
    struct Turn {
        Clock::time_point time;
        int site;
        int node;

        bool operator<(const Turn& other) const { return time > other.time; }
    };
    class Line;

    void run();
    bool await_turn(Turn& turn);
    void note(const Turn& turn, Clock::time_point sent, int status);

    const std::vector<int> ports_;
    const Pacing pacing_;
    std::atomic<int> passed_{0};
    std::atomic<int> refused_{0};
    std::atomic<int> failed_{0};
    std::atomic<std::int64_t> longest_{0};  // milliseconds
    const Clock::time_point started_ = Clock::now();
    Milliseconds took_{0};
    std::mutex mutex_;  // of all below
    std::condition_variable stopped_;
    std::priority_queue<Turn> turns_;
    std::vector<std::vector<Clock::time_point>> sent_;  // by site
    bool stopping_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace integration
