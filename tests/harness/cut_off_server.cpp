#include "tests/harness/cut_off_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <utility>

namespace integration {

CutOffServer::CutOffServer(std::string octets, Milliseconds delay,
                           std::string more, Milliseconds pause)
    : octets_(std::move(octets)),
      delay_(delay),
      more_(std::move(more)),
      pause_(pause),
      listening_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    if (bind(listening_, any, size) != 0 || listen(listening_, 16) != 0 ||
        getsockname(listening_, any, &size) != 0) {
        throw std::runtime_error("no socket to listen on");
    }
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
}

CutOffServer::~CutOffServer() {
    shutdown(listening_, SHUT_RDWR);
    thread_.join();
    close(listening_);
}

void CutOffServer::serve() const {
    for (;;) {
        const int client = accept(listening_, nullptr, nullptr);
        if (client < 0) {
            return;
        }
        // All of it: to close with octets unread is to reset the connection.
        std::array<char, 65536> request{};
        (void)recv(client, request.data(), request.size(), 0);
        std::this_thread::sleep_for(delay_);
        auto sent = send(client, octets_.data(), octets_.size(), MSG_NOSIGNAL);
        while (sent >= 0 && !more_.empty()) {
            std::this_thread::sleep_for(pause_);
            sent = send(client, more_.data(), more_.size(), MSG_NOSIGNAL);
        }
        close(client);
    }
}

}  // namespace integration
