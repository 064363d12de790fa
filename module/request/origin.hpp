// The origin (scheme, host, port) that the client asked for, as a proxy in
// front of nginx states it ("robots_origin").

#pragma once

#include <cstdint>
#include <string_view>

#include "module/ngx/ngx.hpp"
#include "policy/site/host.hpp"

namespace robots::nginx {

// The first member of each server's configuration (SrvConf), so that this
// folder can read it without knowing SrvConf.
struct OriginConf {
    ngx_http_complex_value_t* value;  // nullptr: no origin is stated
};

inline const OriginConf& origin_conf(ngx_http_request_t* r) {
    return *static_cast<OriginConf*>(
        ngx_http_get_module_srv_conf(r, ngx_http_robots_module));
}

// Whether the value of "robots_origin" may name a host, which then replaces the
// request's own host.
bool may_name_host(const OriginConf& conf);

// The origin that "robots_origin" states for a request. It is stored in the
// request's pool, so that it stays the same.
struct RequestOrigin {
    bool counts = false;  // false: none is stated; the connection's is used
    Scheme scheme = Scheme::http;
    std::uint16_t port = 0;
    std::string_view host{};  // canonical; empty: the request's own host
};

// Evaluates the value, once for each request; call it only if the value is set.
// A value that is not an origin is ignored, and logged at most once per minute
// by each worker. Throws std::bad_alloc.
const RequestOrigin& request_origin(ngx_http_request_t* r);

// Warns, at most once per day in each worker, if X-Forwarded-Proto says that
// the client used TLS, although `asked` has the scheme http and the server has
// no "robots_origin": then the robots.txt will probably have the wrong scheme.
void warn_of_forwarded_scheme(ngx_http_request_t* r, const Authority& asked);

}  // namespace robots::nginx
