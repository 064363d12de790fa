// A line between two programs of this machine that a test can cut, let go dead,
// or answer on in the server's place.

#pragma once

#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace integration {

class Wire {
  public:
    // Listens on a free port of 127.0.0.1, and passes all on to `server`,
    // another port of it.
    // `narrow`: little fits into it that has not been read.
    explicit Wire(int server, bool narrow = false);
    ~Wire();
    Wire(const Wire&) = delete;
    Wire& operator=(const Wire&) = delete;

    int port() const { return port_; }
    std::string url() const {
        return "valkey://127.0.0.1:" + std::to_string(port_);
    }

    // Closes all connections that there are. New ones can be made.
    void cut();

    // Dead: connections can be made, and nothing that is sent on any arrives,
    // either way. When it lives again, what was sent meanwhile arrives.
    void dead(bool dead);

    // Each command that a client sends from now on is answered so, in its turn,
    // and the server does not get it. Empty: all is passed on again.
    void answers(std::string octets);

    // How many connections it has taken.
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
    mutable std::mutex mutex_;  // of all below
    std::vector<Pair> pairs_;
    bool is_dead_ = false;
    bool is_answering_ = false;
    std::string answer_;  // the last one
    bool stopping_ = false;
    int changes_ = 0;  // made from outside
    int connections_ = 0;
    std::thread thread_;
};

}  // namespace integration
