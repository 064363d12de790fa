// Charges a crawler's request when it ends: the time that upstreams worked for
// it is charged to budgets of `upstream_time`.

#pragma once

#include "module/ngx/ngx.hpp"
#include "policy/verdict/plan.hpp"

namespace robots::nginx {

// Keeps the bill of a main request, after `charged`, until its pool is
// destroyed. Then the bill is paid here and, if there is a fleet, there, too.
// Keeps nothing if there is no bill. Throws std::bad_alloc.
void keep_bill(ngx_http_request_t* r, const Plan& plan, const Charged& charged);

}  // namespace robots::nginx
