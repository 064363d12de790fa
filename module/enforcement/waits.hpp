// Begins and ends the waits of a request.

#pragma once

#include "module/enforcement/request_context.hpp"
#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// Begins a delay of the request. If the request ends meanwhile, it costs
// nothing.
void begin_wait(ngx_http_request_t* r, RequestContext& context, Stage wait);

// Ends the wait of a delayed request whose phases run again, and returns that
// wait. Returns `done` if an error page or post_action made them run before the
// wait was over: these are not judged, and the request costs nothing.
Stage end_wait(ngx_http_request_t* r, RequestContext& context);

// A redirect costs a crawler nothing: before the redirect is sent, its charge
// is given back. So the next request finds the budget unchanged.

// Call it for the main request `r` before it is answered with a redirect, or if
// it ends while it is delayed.
void give_back_charges(ngx_http_request_t* r) noexcept;

}  // namespace robots::nginx
