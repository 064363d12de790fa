// Begins and ends the waits of a request: for DNS, for the fleet's server, or
// for a budget.

#pragma once

#include "module/enforcement/request_context.hpp"
#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// Call this function when the request starts to wait. `wait` becomes the stage
// of the request. If the request ends during the wait, its charges are given
// back.
void begin_wait(ngx_http_request_t* r, RequestContext& context, Stage wait);

// Call this function when the phases of a waiting request run again. Ends the
// wait and returns the stage of the wait. If an error page or post_action made
// the phases run before the wait was over, gives back the charges and returns
// `done`. Then the request is not judged again.
Stage end_wait(ngx_http_request_t* r, RequestContext& context);

// A redirect costs a crawler nothing: before the redirect is sent, the charges
// of the request are given back, so that the next request finds the budgets
// unchanged.

// Gives back the charges of the main request `r`. Call this function before the
// request is answered with a redirect, or if the request ends during its delay.
void give_back_charges(ngx_http_request_t* r) noexcept;

}  // namespace robots::nginx
