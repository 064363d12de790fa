// Begins and ends the waits of a request.

#pragma once

#include "module/enforcement/request_context.hpp"
#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// Call it when the request starts to wait; `wait` becomes its stage. If the
// request ends while it waits, its charges are given back.
void begin_wait(ngx_http_request_t* r, RequestContext& context, Stage wait);

// Call it when the phases of a waiting request run again. Ends the wait and
// returns its stage. Returns `done` if an error page or post_action made the
// phases run before the wait was over: then the request is not judged again,
// and its charges are given back.
Stage end_wait(ngx_http_request_t* r, RequestContext& context);

// A redirect costs a crawler nothing: before the redirect is sent, the charges
// of the request are given back, so that the next request finds the budgets
// unchanged.

// Gives back the charges of the main request `r`. Call it before the request is
// answered with a redirect, or if it ends while it is delayed.
void give_back_charges(ngx_http_request_t* r) noexcept;

}  // namespace robots::nginx
