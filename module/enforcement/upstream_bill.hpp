// What a crawler's request pays when it ends: the time that upstreams took for
// it, from budgets of `upstream_time`.

#pragma once

#include "module/ngx/ngx.hpp"
#include "policy/verdict/plan.hpp"

namespace robots::nginx {

// Keeps the bill of a main request, after `charged`, until its pool is
// destroyed, and pays it then: here, and in the fleet if there is one. Of a
// request without one nothing is kept. Throws std::bad_alloc.
void keep_bill(ngx_http_request_t* r, const Plan& plan, const Charged& charged);

}  // namespace robots::nginx
