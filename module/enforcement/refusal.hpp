// The answer to a refused crawler.

#pragma once

#include "module/enforcement/request_context.hpp"

namespace robots::nginx {

// Sends the verdict's status with a sentence that names the crawler, the line
// that it violated, its group and the robots.txt, and with Retry-After if
// waiting helps. A client that prefers JSON gets the same as a problem (RFC
// 9457). If robots_refusal names a location, that location answers instead.
// Ends the request and returns NGX_DONE. Throws std::bad_alloc before that.
ngx_int_t send_refusal(ngx_http_request_t* r, const RequestContext& context);

}  // namespace robots::nginx
