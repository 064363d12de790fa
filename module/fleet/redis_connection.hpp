// A connection to a Valkey or Redis: hiredis speaks the protocol, nginx's event
// loop says when it may read and write. Nothing here blocks.

#ifndef ROBOTS_MODULE_FLEET_REDIS_CONNECTION_HPP
#define ROBOTS_MODULE_FLEET_REDIS_CONNECTION_HPP

#include <string>
#include <vector>

#include "module/ngx/ngx.hpp"

struct redisAsyncContext;
struct redisReply;

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

    // `owner` outlives this.
    explicit RedisConnection(Owner& owner) : owner_(owner) {}
    ~RedisConnection() { close(); }
    RedisConnection(const RedisConnection&) = delete;
    RedisConnection& operator=(const RedisConnection&) = delete;

    // Begins to connect to an IP address. The connection must be closed. False:
    // it failed at once; connection_lost is not called.
    bool open(const std::string& address, int port);
    bool open_socket(const std::string& path);

    // Calls back all who await a reply, with nullptr.
    void close() noexcept;

    bool is_open() const { return context_ != nullptr; }

    // Appends a command. False: it was not sent, and `callback` is not called.
    bool send(const std::vector<std::string>& command, Callback callback,
              void* data) noexcept;

  private:
    struct Hooks;
    friend struct Hooks;

    bool start(redisAsyncContext* context);
    void lost(std::string_view why) noexcept;

    Owner& owner_;
    redisAsyncContext* context_ = nullptr;
    ngx_connection_t* connection_ = nullptr;
};

}  // namespace robots::nginx

#endif
