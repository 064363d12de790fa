// What the client asked for, as a proxy in front states it ("robots_origin").

#pragma once

#include <cstdint>
#include <string_view>

#include "module/ngx/ngx.hpp"
#include "policy/site/host.hpp"

namespace robots::nginx {

// The front of each server's configuration (SrvConf), so that a request can be
// asked for it on this floor.
struct OriginConf {
    ngx_http_complex_value_t* value;  // nullptr: nothing is stated
};

inline const OriginConf& origin_conf(ngx_http_request_t* r) {
    return *static_cast<OriginConf*>(
        ngx_http_get_module_srv_conf(r, ngx_http_robots_module));
}

// Whether the value may name a host other than the request's own.
bool may_name_host(const OriginConf& conf);

// What was stated for a request. Kept with it, so that it stays the same.
struct RequestOrigin {
    bool counts = false;  // false: what the connection says counts
    Scheme scheme = Scheme::http;
    std::uint16_t port = 0;
    std::string_view host{};  // canonical; empty: the request's own
};

// Evaluates the value, once for each request; only if it is set. A value that
// is not an origin is ignored, and leaves a line in the error log: one a minute
// of each worker at most. Throws std::bad_alloc.
const RequestOrigin& request_origin(ngx_http_request_t* r);

// Warns once a day, in each worker, if the request says that the client used
// TLS, the connection does not, and nothing is stated: the scheme that is about
// to be written into robots.txt is wrong.
void warn_of_forwarded_scheme(ngx_http_request_t* r, const Authority& asked);

}  // namespace robots::nginx
