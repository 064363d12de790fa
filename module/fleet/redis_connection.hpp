// A connection to a Valkey or Redis: a connection of nginx, on its event loop
// and with its TLS. hiredis writes the commands and reads the replies. Nothing
// here blocks.

#pragma once

#include <cstdint>
#include <deque>
#include <functional>
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
    // Learns what becomes of the connection. Either function may call open() or
    // close().
    class Owner {
      public:
        virtual ~Owner() = default;
        virtual void connection_made() noexcept = 0;
        // The connection could not be made, or is lost; not called for close().
        virtual void connection_lost(std::string_view why) noexcept = 0;
    };

    // Gets the reply to one command; nullptr: the connection is lost. Called
    // once, if it is not empty. Must not throw.
    using Callback = std::function<void(const redisReply* reply)>;

    // The most octets that the server has not read, and replies that have not
    // come: beyond them nothing more is sent.
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
    bool send(const std::vector<std::string>& command,
              Callback callback) noexcept;

  private:
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
    std::deque<Callback> awaited_;
};

}  // namespace robots::nginx
