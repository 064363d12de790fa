// The answer to a refused crawler.

#pragma once

#include "module/enforcement/request_context.hpp"

namespace robots::nginx {

// Answers with the status in the verdict, and with Retry-After if a later
// request could succeed. The body says why the request is refused. If the
// group by which the request was judged is private, the body contains neither
// the group's name nor the violated line. The body is JSON (RFC 9457) if the
// client prefers JSON, otherwise text. If robots_refusal contains a location,
// that location answers instead. Finalizes the request and returns NGX_DONE.
// Throws std::bad_alloc only before the request is finalized.
ngx_int_t send_refusal(ngx_http_request_t* r, const RequestContext& context);

}  // namespace robots::nginx
