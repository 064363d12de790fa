// The addresses of a fleet's server: as nginx found them when it read its
// configuration, or as its resolver says now.

#ifndef ROBOTS_MODULE_FLEET_SERVER_ADDRESSES_HPP
#define ROBOTS_MODULE_FLEET_SERVER_ADDRESSES_HPP

#include <cstdint>
#include <string>
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
ServerAddress socket_address(const std::string& path);

// One question to nginx's resolver at a time, without blocking.
class AddressLookup {
  public:
    // Who is told what the resolver says; empty: nothing.
    class Owner {
      public:
        virtual ~Owner() = default;
        virtual void addresses_found(
            std::vector<ServerAddress> addresses) noexcept = 0;
    };

    // `owner` outlives this.
    explicit AddressLookup(Owner& owner) : owner_(owner) {}
    ~AddressLookup() { stop(); }
    AddressLookup(const AddressLookup&) = delete;
    AddressLookup& operator=(const AddressLookup&) = delete;

    // Asks for the addresses of a name. False: the resolver cannot be asked,
    // and the owner is not told. The owner may be told before this returns.
    bool start(ngx_resolver_t* resolver, const std::string& name,
               std::uint16_t port, ngx_msec_t timeout);

    // The owner is not told any more.
    void stop() noexcept;

  private:
    void answered(ngx_resolver_ctx_t* ctx) noexcept;

    Owner& owner_;
    ngx_resolver_ctx_t* ctx_ = nullptr;  // while it is awaited
    std::uint16_t port_ = 0;
};

}  // namespace robots::nginx

#endif
