// Records which robots.txt each crawler was served.

#pragma once

#include "module/ngx/ngx.hpp"
#include "policy/site/policy.hpp"

namespace robots::nginx {

// If the request is a crawler's GET, records that this crawler is served the
// site's robots.txt: at once, or when DNS has answered who sent the request.
// Throws std::bad_alloc.
void record_fetch(ngx_http_request_t* r, const Site& site);

}  // namespace robots::nginx
