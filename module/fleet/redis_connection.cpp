#include "module/fleet/redis_connection.hpp"

extern "C" {
#include <hiredis/hiredis.h>
#include <ngx_event.h>
#include <ngx_event_connect.h>
}

#include <array>
#include <utility>

namespace robots::nginx {

namespace {

constexpr std::size_t kPool = 512;
constexpr std::size_t kPiece = 16384;  // octets per recv()

// Returns the error number with which connecting failed; 0 if connecting
// succeeded.
int connect_error(const ngx_connection_t* c) {
    int error = 0;
    socklen_t size = sizeof error;
    if (getsockopt(c->fd, SOL_SOCKET, SO_ERROR, &error, &size) == -1) {
        error = ngx_socket_errno;
    }
    return error;
}

void append(std::string& out, const std::vector<std::string>& command) {
    std::vector<const char*> texts;
    std::vector<std::size_t> sizes;
    for (const std::string& word : command) {
        texts.push_back(word.data());
        sizes.push_back(word.size());
    }
    char* text = nullptr;
    const auto size = redisFormatCommandArgv(
        &text, static_cast<int>(texts.size()), texts.data(), sizes.data());
    if (size < 0 || text == nullptr) {
        throw std::bad_alloc();
    }
    const std::unique_ptr<char, void (*)(char*)> owned(text, redisFreeCommand);
    out.append(text, static_cast<std::size_t>(size));
}

}  // namespace

bool RedisConnection::open(const ServerAddress& address, const Tls* tls,
                           const std::string& host) {
    address_ = address;
    tls_ = tls;
    host_ = host;
    is_made_ = false;
    reader_.emplace();
    ngx_str_t name = str(host_);
    ngx_peer_connection_t peer{};
    peer.sockaddr = &address_.sockaddr.sockaddr;
    peer.socklen = address_.size;
    peer.name = &name;
    peer.get = ngx_event_get_peer;
    peer.log = ngx_cycle->log;
    peer.log_error = NGX_ERROR_INFO;
    const ngx_int_t rc = ngx_event_connect_peer(&peer);
    if (peer.connection == nullptr) {
        return false;
    }
    ngx_connection_t* c = connection_ = peer.connection;
    c->data = this;
    c->pool = ngx_create_pool(kPool, ngx_cycle->log);
    if (c->pool == nullptr || (rc != NGX_OK && rc != NGX_AGAIN)) {
        close();
        return false;
    }
    c->write->handler = [](ngx_event_t* event) noexcept {
        auto& self = of(static_cast<ngx_connection_t*>(event->data));
        self.is_made_ ? self.write() : self.shake_hands();
    };
    c->read->handler = [](ngx_event_t* event) noexcept {
        auto& self = of(static_cast<ngx_connection_t*>(event->data));
        if (self.is_made_) {
            self.read();
        }
    };
    if (rc == NGX_OK) {
        ngx_post_event(c->write, &ngx_posted_events);
    }
    return true;
}

// nginx calls this function when connecting has succeeded or failed.
void RedisConnection::shake_hands() noexcept {
    ngx_connection_t* c = connection_;
    if (const int error = connect_error(c)) {
        std::array<u_char, NGX_MAX_ERROR_STR> text{};
        const u_char* end = ngx_strerror(error, text.data(), text.size());
        lost({reinterpret_cast<const char*>(text.data()),
              static_cast<std::size_t>(end - text.data())});
        return;
    }
    if (address_.sockaddr.sockaddr.sa_family != AF_UNIX) {
        ngx_tcp_nodelay(c);
    }
    if (tls_ == nullptr) {
        made();
    } else if (!tls_->start(c, host_, [](ngx_connection_t* shaken) noexcept {
                   of(shaken).shook_hands();
               })) {
        lost("cannot be spoken to with TLS");
    }
}

void RedisConnection::shook_hands() noexcept {
    const bool failed = guarded<bool>(ngx_cycle->log, true, [this] {
        const std::string why = tls_->failure(connection_);
        if (!why.empty()) {
            lost(why);
        }
        return !why.empty();
    });
    if (failed) {
        return;
    }
    connection_->write->handler = [](ngx_event_t* event) noexcept {
        of(static_cast<ngx_connection_t*>(event->data)).write();
    };
    connection_->read->handler = [](ngx_event_t* event) noexcept {
        of(static_cast<ngx_connection_t*>(event->data)).read();
    };
    made();
}

void RedisConnection::made() noexcept {
    is_made_ = true;
    if (connection_->read->ready) {
        ngx_post_event(connection_->read, &ngx_posted_events);
    } else if (ngx_handle_read_event(connection_->read, 0) != NGX_OK) {
        lost("cannot be read from");
        return;
    }
    owner_.connection_made();
}

void RedisConnection::write() noexcept {
    ngx_connection_t* c = connection_;
    std::size_t sent = 0;
    while (sent < unsent_.size()) {
        const ssize_t size =
            c->send(c, reinterpret_cast<u_char*>(unsent_.data()) + sent,
                    unsent_.size() - sent);
        if (size == NGX_AGAIN) {
            break;
        }
        if (size <= 0) {
            lost("closed the connection");
            return;
        }
        sent += static_cast<std::size_t>(size);
    }
    unsent_.erase(0, sent);
    if (ngx_handle_write_event(c->write, 0) != NGX_OK) {
        lost("cannot be written to");
    }
}

void RedisConnection::read() noexcept {
    ngx_connection_t* c = connection_;
    std::array<u_char, kPiece> piece;  // not initialised: recv() writes it
    for (;;) {
        const ssize_t size = c->recv(c, piece.data(), piece.size());
        if (size == NGX_AGAIN) {
            break;
        }
        if (size <= 0) {
            lost("closed the connection");
            return;
        }
        const std::uint64_t closed = closed_;
        const bool goes_on = guarded<bool>(ngx_cycle->log, false, [&] {
            return reader_->feed({reinterpret_cast<const char*>(piece.data()),
                                  static_cast<std::size_t>(size)}) &&
                   take_replies();
        });
        if (closed_ != closed) {
            return;
        }
        if (!goes_on) {
            lost("answers what is not its protocol");
            return;
        }
    }
    if (ngx_handle_read_event(c->read, 0) != NGX_OK) {
        lost("cannot be read from");
    }
}

// Calls the callbacks of all complete replies. Returns false if the server
// broke the protocol; then the connection must be closed. A callback may close
// the connection and open another one.
bool RedisConnection::take_replies() {
    const std::uint64_t closed = closed_;
    while (const auto reply = reader_->next()) {
        if (awaited_.empty()) {
            return false;
        }
        const Callback first = std::move(awaited_.front());
        awaited_.pop_front();
        if (first) {
            first(reply.get());
        }
        if (closed_ != closed) {
            return true;
        }
    }
    return !reader_->is_broken();
}

void RedisConnection::lost(std::string_view why) noexcept {
    // `why` is copied, because its text may be freed together with the
    // connection.
    std::array<char, 128> text{};
    const std::size_t size = why.copy(text.data(), text.size());
    close();
    owner_.connection_lost({text.data(), size});
}

void RedisConnection::close() noexcept {
    ngx_connection_t* c = connection_;
    if (c == nullptr) {
        return;
    }
    connection_ = nullptr;
    ++closed_;
    unsent_.clear();
    if (tls_ != nullptr) {
        tls_->end(c);
    }
    ngx_pool_t* pool = c->pool;
    ngx_close_connection(c);
    if (pool != nullptr) {
        ngx_destroy_pool(pool);
    }
    std::deque<Callback> awaited;
    awaited.swap(awaited_);
    for (const Callback& each : awaited) {
        if (each) {
            each(nullptr);
        }
    }
}

// The command is sent when the worker has finished its current events, in one
// message with the commands of other requests.
bool RedisConnection::send(const std::vector<std::string>& command,
                           Callback callback) noexcept {
    if (!is_made_ || connection_ == nullptr || unsent_.size() > kMaxUnsent ||
        awaited_.size() >= kMaxAwaited) {
        return false;
    }
    return guarded<bool>(ngx_cycle->log, false, [&] {
        const std::size_t before = unsent_.size();
        append(unsent_, command);
        try {
            awaited_.push_back(std::move(callback));
        } catch (...) {
            unsent_.resize(before);
            throw;
        }
        ngx_post_event(connection_->write, &ngx_posted_events);
        return true;
    });
}

}  // namespace robots::nginx
