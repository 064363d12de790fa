#include "module/fleet/server_addresses.hpp"

#include <arpa/inet.h>
#include <sys/un.h>

#include "module/ngx/resolver.hpp"

namespace robots::nginx {

ServerAddress server_address(const sockaddr* address, socklen_t size,
                             std::uint16_t port) {
    ServerAddress out{};
    ngx_memcpy(&out.sockaddr, address, size);
    out.size = size;
    ngx_inet_set_port(&out.sockaddr.sockaddr, port);
    return out;
}

std::optional<ServerAddress> numeric_address(const std::string& host,
                                             std::uint16_t port) {
    ngx_sockaddr_t read{};
    if (inet_pton(AF_INET, host.c_str(), &read.sockaddr_in.sin_addr) == 1) {
        read.sockaddr.sa_family = AF_INET;
        return server_address(&read.sockaddr, sizeof read.sockaddr_in, port);
    }
    if (inet_pton(AF_INET6, host.c_str(), &read.sockaddr_in6.sin6_addr) == 1) {
        read.sockaddr.sa_family = AF_INET6;
        return server_address(&read.sockaddr, sizeof read.sockaddr_in6, port);
    }
    return std::nullopt;
}

ServerAddress socket_address(const std::string& path) {
    ServerAddress out{};
    out.sockaddr.sockaddr_un.sun_family = AF_UNIX;
    path.copy(out.sockaddr.sockaddr_un.sun_path,
              sizeof out.sockaddr.sockaddr_un.sun_path - 1);
    out.size = sizeof(sockaddr_un);
    return out;
}

bool AddressLookup::start(ngx_resolver_t* resolver, const std::string& name,
                          std::uint16_t port, ngx_msec_t timeout) {
    stop();
    ctx_ = make_question<&AddressLookup::answered>(resolver, timeout, *this);
    if (ctx_ == nullptr) {
        return false;
    }
    ctx_->name = str(name);
    port_ = port;
    if (ngx_resolve_name(ctx_) != NGX_OK) {
        // After an error of ngx_resolve_name(), nginx has already freed ctx_.
        ctx_ = nullptr;
        return false;
    }
    return true;
}

void AddressLookup::answered(ngx_resolver_ctx_t* ctx) noexcept {
    ctx_ = nullptr;
    auto addresses =
        guarded<std::vector<ServerAddress>>(ngx_cycle->log, {}, [this, ctx] {
            std::vector<ServerAddress> found;
            for (ngx_uint_t i = 0; ctx->state == NGX_OK && i < ctx->naddrs;
                 ++i) {
                found.push_back(server_address(ctx->addrs[i].sockaddr,
                                               ctx->addrs[i].socklen, port_));
            }
            return found;
        });
    ngx_resolve_name_done(ctx);
    then_(std::move(addresses));
}

void AddressLookup::stop() noexcept {
    if (ctx_ != nullptr) {
        ngx_resolve_name_done(ctx_);
        ctx_ = nullptr;
    }
}

}  // namespace robots::nginx
