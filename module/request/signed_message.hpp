// Collects the parts of a request that the signature of its client can cover.

#pragma once

#include <string>
#include <string_view>

#include "module/ngx/ngx.hpp"
#include "policy/signature/message.hpp"

namespace robots::nginx {

// Returns the Host header or ":authority" as the client sent it; an empty text
// if the request has neither.
std::string_view written_host(const ngx_http_request_t* r);

// Returns the requested authority as the client signed it, for example
// "example.com:8443": the authority that robots_origin states or, without
// robots_origin, the Host header or ":authority". Throws std::bad_alloc.
std::string signed_authority(ngx_http_request_t* r);

// Returns the parts of the request that a signature can cover: `authority`, and
// the method, scheme, target and headers of the request. `authority` must
// outlive the result. The other views in the result are valid during the
// request. The result has at most kMaxFields + 1 headers. One header more than
// kMaxFields shows signature::check() that the request has too many. Throws
// std::bad_alloc.
signature::Message signed_message(ngx_http_request_t* r,
                                  const std::string& authority);

}  // namespace robots::nginx
