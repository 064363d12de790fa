// How long upstreams worked for a request: the cost of the request behind
// nginx.

#pragma once

#include "module/ngx/ngx.hpp"
#include "policy/base/time.hpp"

namespace robots::nginx {

// Returns the sum of the times in nginx's $upstream_response_time: of all
// servers that were tried, before and after internal redirects. The time of a
// server ends when nginx has finished with it, even if the client has left. So
// the sum is only complete when the request ends. The destructor of an object
// in the request's pool may call this function.
//
// Returns 0 if no upstream was asked: for files, nginx's own answers, and cache
// hits. Subrequests (auth_request, SSI, mirror, slice) do not count: nginx
// treats them as separate requests, whose times are not in the access log
// either.
Milliseconds upstream_time(const ngx_http_request_t& r) noexcept;

}  // namespace robots::nginx
