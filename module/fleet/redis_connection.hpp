// A connection to a Valkey or Redis. nginx makes the connection, with its event
// loop and its TLS; hiredis formats the commands and parses the replies.
// Nothing here blocks.

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
    // Has functions that are called when the state of the connection changes.
    // They may call open() or close().
    class Owner {
      public:
        virtual ~Owner() = default;
        virtual void connection_made() noexcept = 0;
        // The connection could not be made, or is lost. Not called by close().
        virtual void connection_lost(std::string_view why) noexcept = 0;
    };

    // Receives the reply to one command, or nullptr if the connection is lost
    // or closed before the reply. Is called once; may be empty; must not throw.
    using Callback = std::function<void(const redisReply* reply)>;

    // Maximum number of octets that are not sent yet, and of replies that have
    // not come. send() returns false above these limits.
    static constexpr std::size_t kMaxUnsent = std::size_t{4} << 20;
    static constexpr std::size_t kMaxAwaited = 65536;

    // `owner` must outlive this object.
    explicit RedisConnection(Owner& owner) : owner_(owner) {}
    ~RedisConnection() { close(); }
    RedisConnection(const RedisConnection&) = delete;
    RedisConnection& operator=(const RedisConnection&) = delete;

    // Starts to connect; an earlier connection must be closed. `tls` is nullptr
    // for a connection without TLS; otherwise it must outlive the connection,
    // and the server's certificate must be for `host`. False if connecting
    // failed at once; then connection_lost() is not called. Throws
    // std::bad_alloc.
    bool open(const ServerAddress& address, const Tls* tls,
              const std::string& host);

    // Closes the connection, and calls all callbacks that wait for a reply with
    // nullptr.
    void close() noexcept;

    bool is_open() const { return connection_ != nullptr; }

    // Sends a command. False if it was not sent; then `callback` is not called.
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
    std::uint64_t closed_ = 0;  // the number of closes
    std::string unsent_;
    std::optional<ReplyReader> reader_;
    std::deque<Callback> awaited_;
};

}  // namespace robots::nginx
