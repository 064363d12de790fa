// A connection to a Valkey or Redis server. The connection uses the event loop
// and the TLS functions of nginx. The library hiredis formats the commands and
// parses the replies. No function in this file blocks.

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
    // Receives calls when the state of the connection changes. The called
    // functions may call open() or close().
    class Owner {
      public:
        virtual ~Owner() = default;
        virtual void connection_made() noexcept = 0;
        // The connection could not be made, or is lost. close() does not call
        // this function.
        virtual void connection_lost(std::string_view why) noexcept = 0;
    };

    // Receives the reply to one command, or nullptr if the connection is lost
    // or closed before the reply comes. Is called once. May be empty. Must not
    // throw.
    using Callback = std::function<void(const redisReply* reply)>;

    // The maximum number of octets that wait to be sent, and of commands that
    // wait for a reply. Above these limits, send() returns false.
    static constexpr std::size_t kMaxUnsent = std::size_t{4} << 20;
    static constexpr std::size_t kMaxAwaited = 65536;

    // `owner` must outlive this object.
    explicit RedisConnection(Owner& owner) : owner_(owner) {}
    ~RedisConnection() { close(); }
    RedisConnection(const RedisConnection&) = delete;
    RedisConnection& operator=(const RedisConnection&) = delete;

    // Starts to connect to `address`. An earlier connection must be closed. For
    // a connection without TLS, `tls` is nullptr. With TLS, `tls` must outlive
    // the connection, and the server's certificate must be valid for `host`.
    // Returns false if connecting failed at once; then connection_lost() is not
    // called. Throws std::bad_alloc.
    bool open(const ServerAddress& address, const Tls* tls,
              const std::string& host);

    // Closes the connection. Calls each callback that waits for a reply, with
    // nullptr as the reply.
    void close() noexcept;

    bool is_open() const { return connection_ != nullptr; }

    // Sends a command. Returns false if the command was not sent; then
    // `callback` is not called.
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
    std::uint64_t closed_ = 0;  // number of connections closed so far
    std::string unsent_;
    std::optional<ReplyReader> reader_;
    std::deque<Callback> awaited_;
};

}  // namespace robots::nginx
