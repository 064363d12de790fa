// A request as its client signed it.

#pragma once

#include <string>
#include <string_view>

#include "module/ngx/ngx.hpp"
#include "policy/signature/message.hpp"

namespace robots::nginx {

// The Host header or ":authority", as it was sent; empty if there is none.
std::string_view written_host(const ngx_http_request_t* r);

// Returns the requested authority as the client wrote it: "example.com:8443".
// It is the authority that robots_origin states or, if there is none, the Host
// header or ":authority". Throws std::bad_alloc.
std::string signed_authority(ngx_http_request_t* r);

// Returns what a signature may cover: `authority`, which must outlive the
// result, and method, scheme, target and headers of the request. The result has
// views that are valid during the request. It has at most kMaxFields + 1
// headers, so that signature::check() sees if there are too many. Throws
// std::bad_alloc.
signature::Message signed_message(ngx_http_request_t* r,
                                  const std::string& authority);

}  // namespace robots::nginx
