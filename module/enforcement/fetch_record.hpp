// Which robots.txt each crawler was served.

#ifndef ROBOTS_MODULE_ENFORCEMENT_FETCH_RECORD_HPP
#define ROBOTS_MODULE_ENFORCEMENT_FETCH_RECORD_HPP

#include "module/ngx/ngx.hpp"
#include "policy/site/policy.hpp"

namespace robots::nginx {

// Records that a crawler is served the site's robots.txt, if the request is a
// crawler's GET. Throws std::bad_alloc.
void record_fetch(ngx_http_request_t* r, const Site& site);

}  // namespace robots::nginx

#endif
