// Records which robots.txt each crawler was served.

#pragma once

#include <string_view>

#include "module/conf/configuration.hpp"
#include "module/ngx/ngx.hpp"
#include "policy/site/policy.hpp"

namespace robots::nginx {

// Records that a crawler is served the site's robots.txt, if the request is a
// crawler's GET. Throws std::bad_alloc.
void record_fetch(ngx_http_request_t* r, const Site& site);

// Whether the visitor's network has fetched the robots.txt of `site`, which may
// be nullptr. Looks only for senders that may be API clients, and returns false
// for others.
bool has_fetched(MainConf& conf, const Site* site, const Sighting& crawler,
                 Identity identity, std::string_view address);

}  // namespace robots::nginx
