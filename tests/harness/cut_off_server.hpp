// A server that sends the same octets to every client and then closes the
// connection, or never stops sending. It can wait before it sends.

#pragma once

#include <chrono>
#include <string>
#include <thread>

#include "tests/harness/await.hpp"

namespace integration {

class CutOffServer {
  public:
    // Listens on a free port of 127.0.0.1. Sends `octets` at `delay` after a
    // request, to one client after the other. If `more` is not empty, then
    // sends it repeatedly, with `pause` in between, until the client closes the
    // connection.
    explicit CutOffServer(std::string octets, Milliseconds delay = {},
                          std::string more = {}, Milliseconds pause = {});
    ~CutOffServer();
    CutOffServer(const CutOffServer&) = delete;
    CutOffServer& operator=(const CutOffServer&) = delete;

    int port() const { return port_; }

  private:
    void serve() const;

    std::string octets_;
    Milliseconds delay_;
    std::string more_;
    Milliseconds pause_;
    int port_ = 0;
    int listening_ = -1;
    std::thread thread_;
};

}  // namespace integration
