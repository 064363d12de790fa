// Records which robots.txt each crawler was served.

#pragma once

#include "module/ngx/ngx.hpp"
#include "policy/site/policy.hpp"

namespace robots::nginx {

// If `r` is a GET request of a crawler, records that nginx serves this crawler
// the robots.txt of `site`. If DNS must be asked who sent the request, makes
// the record after the answer of DNS, otherwise at once. Throws std::bad_alloc.
void record_fetch(ngx_http_request_t* r, const Site& site);

}  // namespace robots::nginx
