#include "tests/harness/cut_off_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <utility>

namespace integration {

CutOffServer::CutOffServer(std::string octets)
    : octets_(std::move(octets)),
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
        std::array<char, 4096> request{};
        (void)recv(client, request.data(), request.size(), 0);
        (void)send(client, octets_.data(), octets_.size(), MSG_NOSIGNAL);
        close(client);
    }
}

}  // namespace integration
