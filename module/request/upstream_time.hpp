// How long upstreams took for a request: what it cost behind nginx.

#pragma once

#include "module/ngx/ngx.hpp"
#include "policy/base/time.hpp"

namespace robots::nginx {

// The sum of the times in nginx's $upstream_response_time: of all servers that
// were tried, before and after internal redirects. A time ends when nginx is
// done with the server, also if the client has left, so it is whole only when
// the request ends; a destructor in the request's pool may still ask.
//
// 0 if no upstream was asked: files, nginx's own answers, hits of a cache.
// Subrequests (auth_request, SSI, mirror, slice) are requests of their own to
// nginx, whose times the access log does not have either: they do not count.
Milliseconds upstream_time(const ngx_http_request_t& r) noexcept;

}  // namespace robots::nginx
