// The answer to a refused crawler.

#pragma once

#include "module/enforcement/request_context.hpp"

namespace robots::nginx {

// Sends the verdict's status, and Retry-After if waiting helps. The body says
// why the request is refused; it hides the line and the group if the group is
// private. It is JSON (RFC 9457) if the client prefers that, otherwise text. If
// robots_refusal names a location, that location answers instead. Ends the
// request and returns NGX_DONE. Throws std::bad_alloc before that.
ngx_int_t send_refusal(ngx_http_request_t* r, const RequestContext& context);

}  // namespace robots::nginx
