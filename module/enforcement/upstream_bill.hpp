// When a crawler's request ends, charges the time that upstreams worked for it
// to its budgets of `upstream_time`.

#pragma once

#include "module/ngx/ngx.hpp"
#include "policy/verdict/plan.hpp"

namespace robots::nginx {

// Call it with the result of charging `plan`. Keeps a list of the plan's
// budgets of `upstream_time`, if any, until the pool of the main request `r` is
// destroyed. Then charges the time to these budgets in this nginx and, if there
// is a fleet, on the fleet's server. Throws std::bad_alloc.
void keep_bill(ngx_http_request_t* r, const Plan& plan, const Charged& charged);

}  // namespace robots::nginx
