// Traffic in the background, while a test does something to the server.

#pragma once

#include <atomic>
#include <thread>
#include <vector>

namespace integration {

// Two clients that go on asking example.com for robots.txt, for a page as a
// browser, and for "/private" as a crawler that is refused it; each over a new
// connection, until the object goes.
class Load {
  public:
    explicit Load(int port);
    ~Load() { stop(); }

    void stop();

    // Rounds in which every answer was the right one, and all others.
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
