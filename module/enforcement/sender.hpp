// Who sent a crawler's request: the crawler that it names, an impostor, or
// unknown. By the operator's published ranges, by earlier answers of DNS, and
// by asking DNS (lookup.hpp).

#pragma once

#include "module/dns/lookup.hpp"
#include "module/ngx/ngx.hpp"
#include "module/ngx/resolver.hpp"
#include "policy/crawlers/crawlers.hpp"

namespace robots::nginx {

inline const ngx_http_core_loc_conf_t& core_conf(ngx_http_request_t* r) {
    return *static_cast<ngx_http_core_loc_conf_t*>(
        ngx_http_get_module_loc_conf(r, ngx_http_core_module));
}

inline bool has_resolver(ngx_http_request_t* r) {
    return has_resolver(core_conf(r));
}

// Whether neither ranges nor DNS can verify it, as with most crawlers.
inline bool cannot_be_verified(ngx_http_request_t* r,
                               const Sighting& sighting) {
    const Crawler* crawler = sighting.crawler;
    return crawler == nullptr || (crawler->ranges.empty() &&
                                  (crawler->rdns.empty() || !has_resolver(r)));
}

// What is known of a crawler by the request's signature, or at its address,
// which is the one that realip put in place. Asks nobody.
Identity known_identity(ngx_http_request_t* r, const Sighting& crawler);

// What is known at an address, of 4 or 16 octets or empty.
Identity known_identity(ngx_http_request_t* r, const Sighting& crawler,
                        std::string_view address);

// The same at the request's address; if it is not known, the lookup that asks
// DNS for it. Throws std::bad_alloc.
Lookups::Asked ask_lookup(ngx_http_request_t* r, const Sighting& crawler);

}  // namespace robots::nginx
