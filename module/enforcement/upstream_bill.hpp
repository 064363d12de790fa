// When a crawler's request ends, charges the time that upstream servers took
// for the request to the request's budgets of `upstream_time`.

#pragma once

#include "module/ngx/ngx.hpp"
#include "policy/verdict/plan.hpp"

namespace robots::nginx {

// `charged` must be the result of charging `plan`. Stores the plan's budgets of
// `upstream_time`, if any, in the pool of the main request `r`. When the pool
// is destroyed, charges the time to these budgets in this nginx and, with a
// fleet, also on the fleet's server. Throws std::bad_alloc.
void keep_bill(ngx_http_request_t* r, const Plan& plan, const Charged& charged);

}  // namespace robots::nginx
