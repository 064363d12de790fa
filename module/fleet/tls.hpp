// TLS to a fleet's servers, by the code of nginx that proxy_pass also uses. A
// server must have a certificate of a trusted authority, for the name or the
// address in its URL.

#pragma once

#include <memory>
#include <string>

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

class Tls {
  public:
    virtual ~Tls() = default;

    // Starts a handshake on a new connection, and calls `then` when the
    // handshake ends, which may be at once. False if it failed at once; then
    // `then` is not called.
    virtual bool start(ngx_connection_t* c, const std::string& host,
                       void (*then)(ngx_connection_t* c)) const = 0;

    // Returns why the handshake failed; "" if it succeeded. Call it after
    // `then`.
    virtual std::string failure(const ngx_connection_t* c) const = 0;

    // Frees the connection's TLS session; call it before the connection is
    // closed.
    virtual void end(ngx_connection_t* c) const noexcept = 0;
};

// Returns nullptr, and logs an error, if this nginx has no TLS or `ca_file`
// cannot be read. If `ca_file` is empty, the system's authorities are trusted.
std::shared_ptr<const Tls> make_tls(ngx_conf_t* cf, const std::string& ca_file);

}  // namespace robots::nginx
