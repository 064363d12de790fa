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
// It is the one that robots_origin states, else the Host header or
// ":authority". Throws std::bad_alloc.
std::string signed_authority(ngx_http_request_t* r);

// Returns the message with `authority`, which must outlive it, and with method,
// scheme, target and all headers (only the first kMaxFields if there are more),
// as views that are valid during the request. Throws std::bad_alloc.
signature::Message signed_message(ngx_http_request_t* r,
                                  const std::string& authority);

}  // namespace robots::nginx
