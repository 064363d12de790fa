// The origin (scheme, host, port) that the client asked for, as a proxy in
// front of nginx states it ("robots_origin").

#pragma once

#include <cstdint>
#include <string_view>

#include "module/ngx/ngx.hpp"
#include "policy/site/host.hpp"

namespace robots::nginx {

// The setting "robots_origin" of a server. OriginConf is the first member of
// the server's configuration SrvConf. So code in this folder can read
// OriginConf without the definition of SrvConf.
struct OriginConf {
    ngx_http_complex_value_t* value;  // nullptr: not set
};

inline const OriginConf& origin_conf(ngx_http_request_t* r) {
    return *static_cast<OriginConf*>(
        ngx_http_get_module_srv_conf(r, ngx_http_robots_module));
}

// Whether the value of "robots_origin" can contain a host. This host replaces
// the request's own host.
bool may_name_host(const OriginConf& conf);

// The origin that "robots_origin" states for a request. The origin is stored in
// the request's pool, so that it does not change during the request.
struct RequestOrigin {
    bool counts = false;  // false: the connection's origin is used
    Scheme scheme = Scheme::http;
    std::uint16_t port = 0;
    std::string_view host{};  // canonical; empty: the request's own host
};

// Evaluates "robots_origin" at the first call for a request, and returns the
// stored result at later calls. Call this function only if "robots_origin" is
// set. Ignores a value that is not an origin; each worker logs this at most
// once per minute. Throws std::bad_alloc.
const RequestOrigin& request_origin(ngx_http_request_t* r);

// Logs a warning if the client probably used https, but gets the robots.txt for
// http. This is so if X-Forwarded-Proto says that the client used TLS, but
// `asked` has the scheme http and the server has no "robots_origin". Each
// worker logs this warning at most once per day.
void warn_of_forwarded_scheme(ngx_http_request_t* r, const Authority& asked);

}  // namespace robots::nginx
