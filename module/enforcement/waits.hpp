// The waits of a request: it begins one, and its phases run again.

#ifndef ROBOTS_MODULE_ENFORCEMENT_WAITS_HPP
#define ROBOTS_MODULE_ENFORCEMENT_WAITS_HPP

#include "module/enforcement/request_context.hpp"
#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// The request is delayed from now on. If it ends meanwhile, it costs nothing.
void begin_wait(ngx_http_request_t* r, RequestContext& context, Stage wait);

// The phases of a delayed request run again: the wait that is over, which is
// done now. `done`: something else than its end has made them run, an error's
// page or post_action. Neither is judged, and the request costs nothing.
Stage end_wait(ngx_http_request_t* r, RequestContext& context);

}  // namespace robots::nginx

#endif
