// A server that breaks off: it sends the same octets to whoever connects, and
// closes.

#pragma once

#include <string>
#include <thread>

namespace integration {

class CutOffServer {
  public:
    // On a free port of 127.0.0.1.
    explicit CutOffServer(std::string octets);
    ~CutOffServer();
    CutOffServer(const CutOffServer&) = delete;
    CutOffServer& operator=(const CutOffServer&) = delete;

    int port() const { return port_; }

  private:
    void serve() const;

    std::string octets_;
    int port_ = 0;
    int listening_ = -1;
    std::thread thread_;
};

}  // namespace integration
