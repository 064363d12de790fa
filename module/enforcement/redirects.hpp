// Redirects cost a crawler nothing: before a redirect is sent, the crawler gets
// its charge back. So the request that follows finds the budget unchanged.

#ifndef ROBOTS_MODULE_ENFORCEMENT_REDIRECTS_HPP
#define ROBOTS_MODULE_ENFORCEMENT_REDIRECTS_HPP

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// For the main request `r`, which is about to be answered with a redirect, or
// ends while it is delayed.
void give_back_charges(ngx_http_request_t* r) noexcept;

}  // namespace robots::nginx

#endif
