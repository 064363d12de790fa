// What a crawler is told that is refused.

#ifndef ROBOTS_MODULE_ENFORCEMENT_REFUSAL_HPP
#define ROBOTS_MODULE_ENFORCEMENT_REFUSAL_HPP

#include "module/enforcement/request_context.hpp"

namespace robots::nginx {

// Sends the verdict's status with a sentence that names the crawler, its group,
// the line it broke and the robots.txt that says so; with Retry-After where
// waiting helps. Ends the request; NGX_DONE. Throws std::bad_alloc before.
ngx_int_t send_refusal(ngx_http_request_t* r, const RequestContext& context);

}  // namespace robots::nginx

#endif
