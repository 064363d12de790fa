// Records which robots.txt each crawler was served.

#pragma once

#include <string_view>

#include "module/conf/configuration.hpp"
#include "module/ngx/ngx.hpp"
#include "policy/site/policy.hpp"

namespace robots::nginx {

// If the request is a crawler's GET, records that this crawler is served the
// site's robots.txt: at once, or when DNS has answered who sent the request.
// Throws std::bad_alloc.
void record_fetch(ngx_http_request_t* r, const Site& site);

// Whether a client in the network of `address` has fetched the robots.txt of
// `site` under the name of `crawler`. False if `site` is nullptr, or if the
// crawler is not `contact_only`.
inline bool has_fetched(MainConf& conf, const Site* site,
                        const Sighting& crawler, Identity identity,
                        std::string_view address) {
    if (!crawler.contact_only || site == nullptr) {
        return false;
    }
    const Visitor visitor{site->key, crawler, identity};
    const std::uint64_t key = conf.zone.keys().fetch(visitor, address);
    return conf.zone.fetches().last(key).has_value();
}

}  // namespace robots::nginx
