#include "tests/harness/wire.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace integration {

namespace {

sockaddr_in here(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

int connect_to(int port) {
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = here(port);
    if (connect(fd, reinterpret_cast<const sockaddr*>(&address),
                sizeof address) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

// Of a Valkey or Redis: each begins a line with "*".
int commands_in(std::string_view octets) {
    int count = 1;
    for (std::size_t at = octets.find("\r\n*"); at != octets.npos;
         at = octets.find("\r\n*", at + 1)) {
        ++count;
    }
    return count;
}

// What the server is sent in place of a command that is answered for it, and
// what it says to that: so the answer comes after those to what was sent
// before.
constexpr std::string_view kEcho = "*2\r\n$4\r\nECHO\r\n$8\r\nanswered\r\n";
constexpr std::string_view kEchoed = "$8\r\nanswered\r\n";

void replace_all(std::string& text, std::string_view from,
                 std::string_view to) {
    for (std::size_t at = text.find(from); at != text.npos;
         at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
}

}  // namespace

Wire::Wire(int server, bool narrow)
    : server_(server),
      listening_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address = here(0);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    if (narrow) {
        // Small segments keep the sender's buffer small, too.
        const int octets = 4096;
        const int segment = 536;
        setsockopt(listening_, SOL_SOCKET, SO_RCVBUF, &octets, sizeof octets);
        setsockopt(listening_, IPPROTO_TCP, TCP_MAXSEG, &segment,
                   sizeof segment);
    }
    if (bind(listening_, any, size) != 0 || listen(listening_, 64) != 0 ||
        getsockname(listening_, any, &size) != 0 || pipe(wakes_) != 0) {
        throw std::runtime_error("no socket to listen on");
    }
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { run(); });
}

Wire::~Wire() {
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        stopping_ = true;
    }
    wake();
    thread_.join();
    cut();
    for (const int fd : {listening_, wakes_[0], wakes_[1]}) {
        close(fd);
    }
}

void Wire::cut() {
    const std::lock_guard<std::mutex> lock(mutex_);
    while (!pairs_.empty()) {
        drop(pairs_.size() - 1);
    }
    ++changes_;
    wake();
}

void Wire::dead(bool dead) {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_dead_ = dead;
    ++changes_;
    wake();
}

void Wire::answers(std::string octets) {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_answering_ = !octets.empty();
    if (is_answering_) {
        answer_ = std::move(octets);
    }
}

int Wire::connections() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return connections_;
}

// What run() waits for has changed.
void Wire::wake() const {
    (void)!write(wakes_[1], "", 1);
}

void Wire::run() {
    for (;;) {
        std::vector<pollfd> waiting{{wakes_[0], POLLIN, 0},
                                    {listening_, POLLIN, 0}};
        int changes = 0;
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            if (stopping_) {
                return;
            }
            changes = changes_;
            for (const Pair& pair : pairs_) {
                if (!is_dead_) {
                    waiting.push_back({pair.client, POLLIN, 0});
                    waiting.push_back({pair.server, POLLIN, 0});
                }
            }
        }
        poll(waiting.data(), waiting.size(), -1);
        const std::lock_guard<std::mutex> lock(mutex_);
        if ((waiting[0].revents & POLLIN) != 0) {
            std::array<char, 256> octets{};
            (void)!read(wakes_[0], octets.data(), octets.size());
        }
        if (changes != changes_) {
            continue;  // these are not the connections that were polled
        }
        if ((waiting[1].revents & POLLIN) != 0) {
            take();
        }
        for (std::size_t i = (waiting.size() - 2) / 2; i-- > 0;) {
            const bool asks = waiting[2 + 2 * i].revents != 0;
            const bool answers = waiting[3 + 2 * i].revents != 0;
            if ((asks && !pass(pairs_[i], true)) ||
                (answers && !pass(pairs_[i], false))) {
                drop(i);
            }
        }
    }
}

void Wire::take() {
    const int client = accept(listening_, nullptr, nullptr);
    if (client < 0) {
        return;
    }
    const int server = connect_to(server_);
    if (server < 0) {
        close(client);
        return;
    }
    pairs_.push_back({client, server});
    ++connections_;
}

// False: that end has closed.
bool Wire::pass(const Pair& pair, bool from_client) const {
    std::array<char, 16384> octets;  // written before read
    const ssize_t size = recv(from_client ? pair.client : pair.server,
                              octets.data(), octets.size(), MSG_DONTWAIT);
    if (size <= 0) {
        return false;
    }
    std::string passed(octets.data(), static_cast<std::size_t>(size));
    if (from_client && is_answering_) {
        std::string echoes;
        for (int i = commands_in(passed); i > 0; --i) {
            echoes += kEcho;
        }
        passed = std::move(echoes);
    } else if (!from_client) {
        replace_all(passed, kEchoed, answer_);
    }
    return send(from_client ? pair.server : pair.client, passed.data(),
                passed.size(),
                MSG_NOSIGNAL) == static_cast<ssize_t>(passed.size());
}

void Wire::drop(std::size_t index) {
    close(pairs_[index].client);
    close(pairs_[index].server);
    pairs_.erase(pairs_.begin() + static_cast<std::ptrdiff_t>(index));
}

}  // namespace integration
