// Sends requests in the background while a test does something to the server.

#pragma once

#include <atomic>
#include <thread>
#include <vector>

namespace integration {

// Two clients that repeatedly ask example.com for robots.txt, for a page as a
// browser, and for "/private" as a crawler that must be refused, until the
// destructor or stop() ends them. Each request uses a new connection.
class Load {
  public:
    explicit Load(int port);
    ~Load() { stop(); }

    void stop();

    // The number of rounds in which all answers were right, and of all other
    // rounds.
    int answered() const { return answered_; }
    int failed() const { return failed_; }

  private:
    void run(int port);

    std::atomic<bool> stopping_{false};
    std::atomic<int> answered_{0};
    std::atomic<int> failed_{0};
    std::vector<std::thread> threads_;
};

}  // namespace integration
