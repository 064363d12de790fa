// The addresses of a fleet's server: as nginx found them when it read its
// configuration, or as its resolver says now.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// Where a server listens.
struct ServerAddress {
    ngx_sockaddr_t sockaddr;
    socklen_t size;
};

// `size` is at most that of ngx_sockaddr_t.
ServerAddress server_address(const sockaddr* address, socklen_t size,
                             std::uint16_t port);
// Of "10.0.0.6" or "fd00::6"; nullopt: that is a name.
std::optional<ServerAddress> numeric_address(const std::string& host,
                                             std::uint16_t port);
ServerAddress socket_address(const std::string& path);

// One question to nginx's resolver at a time, without blocking.
class AddressLookup {
  public:
    // Learns what the resolver says; empty: nothing. Must not throw.
    using Then = std::function<void(std::vector<ServerAddress> addresses)>;

    explicit AddressLookup(Then then) : then_(std::move(then)) {}
    ~AddressLookup() { stop(); }
    AddressLookup(const AddressLookup&) = delete;
    AddressLookup& operator=(const AddressLookup&) = delete;

    // Asks for the addresses of a name. False: the resolver cannot be asked,
    // and nobody hears of it. The answer may come before this returns.
    bool start(ngx_resolver_t* resolver, const std::string& name,
               std::uint16_t port, ngx_msec_t timeout);

    // No answer comes any more.
    void stop() noexcept;

  private:
    void answered(ngx_resolver_ctx_t* ctx) noexcept;

    Then then_;
    ngx_resolver_ctx_t* ctx_ = nullptr;  // while it is awaited
    std::uint16_t port_ = 0;
};

}  // namespace robots::nginx
