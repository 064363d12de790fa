// TLS connections to a fleet's server, with the TLS functions of nginx that
// proxy_pass also uses. The server must have a certificate that a trusted
// authority has issued for the host in the server's URL.

#pragma once

#include <memory>
#include <string>

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

class Tls {
  public:
    virtual ~Tls() = default;

    // Starts a TLS handshake on a new connection. Calls `then` when the
    // handshake has ended, possibly before start() returns. Returns false if
    // the handshake could not be started; then `then` is not called.
    virtual bool start(ngx_connection_t* c, const std::string& host,
                       void (*then)(ngx_connection_t* c)) const = 0;

    // Returns why the handshake failed; "" if the handshake succeeded. Call
    // this function when `then` is called, or later.
    virtual std::string failure(const ngx_connection_t* c) const = 0;

    // Frees the connection's TLS session. Call this function before the
    // connection is closed.
    virtual void end(ngx_connection_t* c) const noexcept = 0;
};

// Makes a Tls that trusts the certificate authorities in `ca_file` or, if
// `ca_file` is empty, those of the system. Logs an error and returns nullptr if
// this nginx was built without TLS, or if `ca_file` cannot be read.
std::shared_ptr<const Tls> make_tls(ngx_conf_t* cf, const std::string& ca_file);

}  // namespace robots::nginx
