// A real Valkey or Redis on a port of this machine, with its own folder.
//
// The environment variable ROBOTS_VALKEY names the server's binary (default
// /usr/bin/redis-server).

#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/harness/folder.hpp"
#include "tests/harness/nginx.hpp"

namespace integration {

class Valkey {
  public:
    // Starts the server on a free port of 127.0.0.1 with additional command
    // line options. Throws if that fails.
    explicit Valkey(std::vector<std::string> options = {})
        : Valkey("127.0.0.1", free_port(), std::move(options)) {}
    // Starts the server on a port of an address of this machine.
    Valkey(std::string host, int port, std::vector<std::string> options = {});
    ~Valkey();
    Valkey(const Valkey&) = delete;
    Valkey& operator=(const Valkey&) = delete;

    int port() const { return port_; }
    std::string url() const {
        return "valkey://" + host_ + ":" + std::to_string(port_);
    }
    std::string socket() const { return folder_.path("valkey.sock"); }

    // Returns the answer to a command as text: "OK", "3", "(nil)", the lines of
    // a list. An error begins with "ERR" or another word in capitals.
    std::string ask(const std::vector<std::string>& command) const;

    std::vector<std::string> keys(const std::string& pattern) const;

    // Kills the server at once, and starts it again on the same port.
    void kill();
    void start();
    // Send SIGSTOP and SIGCONT.
    void freeze() const;
    void thaw() const;

  private:
    bool answers() const;

    Folder folder_;
    std::string host_;
    std::vector<std::string> options_;
    int port_;
    pid_t pid_ = 0;
};

}  // namespace integration
