// The answer to a refused crawler.

#pragma once

#include "module/enforcement/request_context.hpp"

namespace robots::nginx {

// Sends the verdict's status with a sentence that names the crawler, the line
// that it violated, its group and the robots.txt; with Retry-After if waiting
// helps. If the client prefers JSON, it gets the same as a problem (RFC 9457).
// Or hands the request over to the location that robots_refusal names. Ends the
// request and returns NGX_DONE. Throws std::bad_alloc before.
ngx_int_t send_refusal(ngx_http_request_t* r, const RequestContext& context);

}  // namespace robots::nginx
