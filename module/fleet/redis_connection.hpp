// A connection to a Valkey or Redis: a connection of nginx, on its event loop
// and with its TLS. hiredis writes the commands and reads the replies. Nothing
// here blocks.

#ifndef ROBOTS_MODULE_FLEET_REDIS_CONNECTION_HPP
#define ROBOTS_MODULE_FLEET_REDIS_CONNECTION_HPP

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "module/fleet/reply_reader.hpp"
#include "module/fleet/server_addresses.hpp"
#include "module/fleet/tls.hpp"
#include "module/ngx/ngx.hpp"

namespace robots::nginx {

class RedisConnection {
  public:
    // Who is told of the connection. Either may call open() or close().
    class Owner {
      public:
        virtual ~Owner() = default;
        virtual void connection_made() noexcept = 0;
        // It could not be made, or has gone; close() is not told.
        virtual void connection_lost(std::string_view why) noexcept = 0;
    };

    // Gets the reply to one command; nullptr: the connection has gone. Called
    // once. Must not throw.
    using Callback = void (*)(void* data, const redisReply* reply);

    // What is not read by the server, and replies that have not come: beyond
    // that nothing more is sent.
    static constexpr std::size_t kMaxUnsent = std::size_t{4} << 20;
    static constexpr std::size_t kMaxAwaited = 65536;

    // `owner` outlives this.
    explicit RedisConnection(Owner& owner) : owner_(owner) {}
    ~RedisConnection() { close(); }
    RedisConnection(const RedisConnection&) = delete;
    RedisConnection& operator=(const RedisConnection&) = delete;

    // Begins to connect. The connection must be closed. With `tls`, which lives
    // longer, the server must be `host`. False: it failed at once;
    // connection_lost is not called. Throws std::bad_alloc.
    bool open(const ServerAddress& address, const Tls* tls,
              const std::string& host);

    // Calls back all who await a reply, with nullptr.
    void close() noexcept;

    bool is_open() const { return connection_ != nullptr; }

    // Appends a command. False: it was not sent, and `callback` is not called.
    bool send(const std::vector<std::string>& command, Callback callback,
              void* data) noexcept;

  private:
    // One command's callback, for as long as its reply is awaited.
    struct Awaited {
        Callback callback;
        void* data;
    };

    static RedisConnection& of(const ngx_connection_t* c) {
        return *static_cast<RedisConnection*>(c->data);
    }

    void shake_hands() noexcept;
    void shook_hands() noexcept;
    void made() noexcept;
    void write() noexcept;
    void read() noexcept;
    bool take_replies();
    void lost(std::string_view why) noexcept;

    Owner& owner_;
    ngx_connection_t* connection_ = nullptr;
    ServerAddress address_{};
    const Tls* tls_ = nullptr;
    std::string host_;
    bool is_made_ = false;
    std::uint64_t closed_ = 0;  // how often
    std::string unsent_;
    std::optional<ReplyReader> reader_;
    std::deque<Awaited> awaited_;
};

}  // namespace robots::nginx

#endif
