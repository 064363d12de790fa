// When a crawler's request ends, charges the time that upstreams worked for it
// to its budgets of `upstream_time`.

#pragma once

#include "module/ngx/ngx.hpp"
#include "policy/verdict/plan.hpp"

namespace robots::nginx {

// Call it after the charges in `charged`. Keeps the bill of a main request
// until the request's pool is destroyed. Then charges it to this nginx's
// budgets and, if there is a fleet, to the fleet's. Keeps nothing if the plan
// has no budgets of `upstream_time`. Throws std::bad_alloc.
void keep_bill(ngx_http_request_t* r, const Plan& plan, const Charged& charged);

}  // namespace robots::nginx
