// TLS to a fleet's servers, by the same code of nginx that proxy_pass uses. A
// server must show a certificate of an authority that is trusted, for the name
// or the address that the URL has.

#pragma once

#include <memory>
#include <string>

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

class Tls {
  public:
    virtual ~Tls() = default;

    // Begins a handshake on a connection that has just been made, and calls
    // `then` when it is over, which may be at once. False: it failed at once,
    // and `then` is not called.
    virtual bool start(ngx_connection_t* c, const std::string& host,
                       void (*then)(ngx_connection_t* c)) const = 0;

    // After `then`: why it failed; empty: it did not.
    virtual std::string failure(const ngx_connection_t* c) const = 0;

    // Forgets the connection's session, before the connection is closed.
    virtual void end(ngx_connection_t* c) const noexcept = 0;
};

// nullptr, and an error is logged: this nginx has no TLS, or `ca_file` cannot
// be read. An empty `ca_file`: the authorities of the system.
std::shared_ptr<const Tls> make_tls(ngx_conf_t* cf, const std::string& ca_file);

}  // namespace robots::nginx
