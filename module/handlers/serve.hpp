// Answers /robots.txt.

#ifndef ROBOTS_MODULE_HANDLERS_SERVE_HPP
#define ROBOTS_MODULE_HANDLERS_SERVE_HPP

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// POST_READ: before rewrite, access and content phases can make a redirect or
// an error of it. GET and HEAD; 405 for other methods, 503 for a suspended
// site, 404 for one without a robots.txt. NGX_DECLINED, for nginx to answer as
// it would without a policy: a host that no site claims, and a site whose
// robots.txt the application publishes.
ngx_int_t serve_robots_txt(ngx_http_request_t* r) noexcept;

}  // namespace robots::nginx

#endif
