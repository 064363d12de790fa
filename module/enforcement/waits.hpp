// How a request begins and ends a wait.

#pragma once

#include "module/enforcement/request_context.hpp"
#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// The request is delayed from now on. If it ends meanwhile, it costs nothing.
void begin_wait(ngx_http_request_t* r, RequestContext& context, Stage wait);

// The phases of a delayed request run again. Returns the wait that is over.
// `done`: an error's page or post_action made them run before its end; these
// are not judged, and the request costs nothing.
Stage end_wait(ngx_http_request_t* r, RequestContext& context);

// Redirects cost a crawler nothing: before a redirect is sent, the crawler gets
// its charge back. So the request that follows finds the budget unchanged.

// For the main request `r`, which is about to be answered with a redirect, or
// ends while it is delayed.
void give_back_charges(ngx_http_request_t* r) noexcept;

}  // namespace robots::nginx
