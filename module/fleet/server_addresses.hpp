// The network addresses of a fleet's server. nginx looks up the addresses when
// it reads nginx.conf. Later, nginx's resolver can find new addresses.

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

// Returns a copy of `address` with the port `port`. `size` is the size of
// `address` in octets, at most sizeof(ngx_sockaddr_t).
ServerAddress server_address(const sockaddr* address, socklen_t size,
                             std::uint16_t port);
// Returns the address of a numeric host, for example "10.0.0.6" or "fd00::6";
// nullopt if `host` is a name.
std::optional<ServerAddress> numeric_address(const std::string& host,
                                             std::uint16_t port);
ServerAddress socket_address(const std::string& path);

// Asks nginx's resolver for addresses, one name at a time, without blocking.
class AddressLookup {
  public:
    // A callback that receives the addresses in the resolver's answer.
    // `addresses` is empty if the resolver found no address. Must not throw.
    using Then = std::function<void(std::vector<ServerAddress> addresses)>;

    explicit AddressLookup(Then then) : then_(std::move(then)) {}
    ~AddressLookup() { stop(); }
    AddressLookup(const AddressLookup&) = delete;
    AddressLookup& operator=(const AddressLookup&) = delete;

    // Asks for the addresses of `name`. Returns false if the resolver cannot be
    // asked; then the callback is not called. The callback may be called before
    // start() returns.
    bool start(ngx_resolver_t* resolver, const std::string& name,
               std::uint16_t port, ngx_msec_t timeout);

    // Cancels the question. The callback is not called any more.
    void stop() noexcept;

  private:
    void answered(ngx_resolver_ctx_t* ctx) noexcept;

    Then then_;
    ngx_resolver_ctx_t* ctx_ = nullptr;  // set while waiting for the answer
    std::uint16_t port_ = 0;
};

}  // namespace robots::nginx
