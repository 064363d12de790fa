// A proxy between two programs of this machine. A test can cut its connections,
// stop all traffic, or answer in the server's place.

#pragma once

#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace integration {

class Wire {
  public:
    // Listens on a free port of 127.0.0.1, and passes all octets on to
    // `server`, another port of 127.0.0.1. `narrow`: socket buffers are small,
    // so only few unread octets fit.
    explicit Wire(int server, bool narrow = false);
    ~Wire();
    Wire(const Wire&) = delete;
    Wire& operator=(const Wire&) = delete;

    int port() const { return port_; }
    std::string url() const {
        return "valkey://127.0.0.1:" + std::to_string(port_);
    }

    // Closes all open connections. New connections can be made.
    void cut();

    // While dead, connections can be made, but no octets arrive in either
    // direction. After dead(false), the octets sent meanwhile arrive.
    void dead(bool dead);

    // Answers each command of a client from now on with `octets`, in order, and
    // does not pass the command to the server. If `octets` is empty, commands
    // are passed on again.
    void answers(std::string octets);

    // The number of connections accepted so far.
    int connections() const;

  private:
    // The two ends of a connection.
    struct Pair {
        int client;
        int server;
    };

    void run();
    void wake() const;
    void take();
    bool pass(const Pair& pair, bool from_client) const;
    void drop(std::size_t index);

    const int server_;
    const int listening_;
    int port_ = 0;
    int wakes_[2] = {-1, -1};
    mutable std::mutex mutex_;  // guards all members below
    std::vector<Pair> pairs_;
    bool is_dead_ = false;
    bool is_answering_ = false;
    std::string answer_;  // the last one
    bool stopping_ = false;
    int changes_ = 0;  // by calls of other threads
    int connections_ = 0;
    std::thread thread_;
};

}  // namespace integration
