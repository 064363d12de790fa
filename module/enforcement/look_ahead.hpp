// The verdict on a request, also before enforcement has judged it.

#ifndef ROBOTS_MODULE_ENFORCEMENT_LOOK_AHEAD_HPP
#define ROBOTS_MODULE_ENFORCEMENT_LOOK_AHEAD_HPP

#include "module/ngx/ngx.hpp"
#include "policy/verdict/judge.hpp"

namespace robots::nginx {

// The verdict on the request. Before there is one, the policy's answer without
// consequences: no budget is charged and no action is due. Throws
// std::bad_alloc.
const Verdict& verdict_of(ngx_http_request_t* r);

}  // namespace robots::nginx

#endif
