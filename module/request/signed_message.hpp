// A request as its client signed it.

#pragma once

#include <string>
#include <string_view>

#include "module/ngx/ngx.hpp"
#include "policy/signature/message.hpp"

namespace robots::nginx {

// The Host header or ":authority", as it was sent; empty if there is none.
std::string_view written_host(const ngx_http_request_t* r);

// The authority that the client asked, as it wrote it: "example.com:8443". What
// robots_origin states, else the Host header or ":authority". Throws
// std::bad_alloc.
std::string signed_authority(ngx_http_request_t* r);

// The message with `authority`, which outlives it; and with method, scheme,
// target and all headers, or the first of them if a message may not have so
// many, as views that last as long as the request. Throws std::bad_alloc.
signature::Message signed_message(ngx_http_request_t* r,
                                  const std::string& authority);

}  // namespace robots::nginx
