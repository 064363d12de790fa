// The time that upstream servers took for a request: the cost of the request
// behind nginx.

#pragma once

#include "module/ngx/ngx.hpp"
#include "policy/base/time.hpp"

namespace robots::nginx {

// Returns the sum of the times in nginx's $upstream_response_time: the times of
// all servers that nginx tried, before and after internal redirects. The time
// of a server ends when nginx has finished with this server, even if the client
// has left earlier. So the sum is complete only when the request ends. The
// destructor of an object in the request's pool may call this function.
//
// Returns 0 if nginx asked no upstream server: for files, nginx's own answers,
// and cache hits. Subrequests (auth_request, SSI, mirror, slice) do not count.
// nginx treats subrequests as separate requests, and the access log does not
// have their times either.
Milliseconds upstream_time(const ngx_http_request_t& r) noexcept;

}  // namespace robots::nginx
