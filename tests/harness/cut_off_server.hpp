// A server that breaks off: it sends the same octets to whoever connects, and
// closes; or one that never ends. It can take its time for that.

#pragma once

#include <chrono>
#include <string>
#include <thread>

#include "tests/harness/await.hpp"

namespace integration {

class CutOffServer {
  public:
    // On a free port of 127.0.0.1. Sends `delay` after a request has come, to
    // one client after the other. With `more` it goes on with that, again and
    // again with that pause between, until the client has gone.
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
