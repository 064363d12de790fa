// The addresses of a fleet's server: those that nginx found when it read
// nginx.conf, or those that nginx's resolver finds now.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// The address on which a server listens.
struct ServerAddress {
    ngx_sockaddr_t sockaddr;
    socklen_t size;
};

// Returns `address` with `port`; `size` is the size of `address`, and at most
// that of ngx_sockaddr_t.
ServerAddress server_address(const sockaddr* address, socklen_t size,
                             std::uint16_t port);
// Returns the address of "10.0.0.6" or "fd00::6"; nullopt if `host` is a name.
std::optional<ServerAddress> numeric_address(const std::string& host,
                                             std::uint16_t port);
ServerAddress socket_address(const std::string& path);

// Asks nginx's resolver for addresses, one name at a time, without blocking.
class AddressLookup {
  public:
    // Receives the addresses in the resolver's answer; empty if it found none.
    // Must not throw.
    using Then = std::function<void(std::vector<ServerAddress> addresses)>;

    explicit AddressLookup(Then then) : then_(std::move(then)) {}
    ~AddressLookup() { stop(); }
    AddressLookup(const AddressLookup&) = delete;
    AddressLookup& operator=(const AddressLookup&) = delete;

    // Asks for the addresses of a name. False if the resolver cannot be asked;
    // then the function `then` is not called. The answer may come before
    // start() returns.
    bool start(ngx_resolver_t* resolver, const std::string& name,
               std::uint16_t port, ngx_msec_t timeout);

    // Cancels the question, so that no answer comes.
    void stop() noexcept;

  private:
    void answered(ngx_resolver_ctx_t* ctx) noexcept;

    Then then_;
    ngx_resolver_ctx_t* ctx_ = nullptr;  // while waiting for the answer
    std::uint16_t port_ = 0;
};

}  // namespace robots::nginx
