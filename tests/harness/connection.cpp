// The parts of http.hpp that use sockets.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <stdexcept>

#include "tests/harness/http.hpp"

namespace integration {

std::string message(std::string_view request_line, std::string_view host,
                    const std::vector<std::string>& headers) {
    std::string text(request_line);
    text += "\r\nHost: " + std::string(host) + "\r\n";
    for (const std::string& line : headers) {
        text += line + "\r\n";
    }
    return text + "\r\n";
}

Connection::Connection(int port)
    : fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) !=
        0) {
        close();
        throw std::runtime_error("connect failed");
    }
}

Connection::~Connection() {
    close();
}

Connection::Connection(Connection&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      ended_(other.ended_),
      unread_(std::move(other.unread_)) {}

Connection& Connection::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent =
            ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0) {
            throw std::runtime_error("send failed");
        }
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return *this;
}

Response Connection::read(Milliseconds timeout) {
    return read(false, timeout);
}

Response Connection::read_bodiless() {
    return read(true, 15s);
}

Response Connection::read(bool bodiless, Milliseconds timeout) {
    Response response;
    const Stopwatch watch;
    while (!take_response(unread_, ended_, bodiless, response)) {
        response = {};
        receive(watch, timeout);
    }
    response.took = watch.elapsed();
    return response;
}

std::string Connection::octets(std::size_t count, Milliseconds timeout) {
    const Stopwatch watch;
    while (unread_.size() < count) {
        receive(watch, timeout);
    }
    std::string taken = unread_.substr(0, count);
    unread_.erase(0, count);
    return taken;
}

std::string Connection::rest(Milliseconds timeout) {
    const Stopwatch watch;
    while (!ended_) {
        receive(watch, timeout);
    }
    return std::exchange(unread_, {});
}

// Appends what comes to unread_, or notes the end.
void Connection::receive(const Stopwatch& watch, Milliseconds timeout) {
    if (ended_ || watch.elapsed() > scaled(timeout)) {
        throw std::runtime_error("no more than: " + unread_);
    }
    if (!readable(100ms)) {
        return;
    }
    std::array<char, 16384> bytes;
    const ssize_t size = recv(fd_, bytes.data(), bytes.size(), 0);
    ended_ = size <= 0;
    if (!ended_) {
        unread_.append(bytes.data(), static_cast<std::size_t>(size));
    }
}

bool Connection::readable(Milliseconds timeout) {
    pollfd waiting{fd_, POLLIN, 0};
    return poll(&waiting, 1, static_cast<int>(scaled(timeout).count())) > 0;
}

void Connection::close() {
    if (fd_ >= 0) {
        ::close(std::exchange(fd_, -1));
    }
}

}  // namespace integration
