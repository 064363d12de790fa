// Finds the identity of a crawler's sender: verified as the crawler that the
// request names, an impostor, or unverifiable. It uses the request's signature,
// the address ranges that the operator publishes, and DNS (lookup.hpp).

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

// Whether neither ranges nor DNS can verify the crawler, as with most crawlers.
inline bool cannot_be_verified(ngx_http_request_t* r,
                               const Sighting& sighting) {
    const Crawler* crawler = sighting.crawler;
    return crawler == nullptr || (crawler->ranges.empty() &&
                                  (crawler->rdns.empty() || !has_resolver(r)));
}

// Returns what the request's signature or its address shows about the crawler,
// without asking DNS. The address is the one that the realip module set.
Identity known_identity(ngx_http_request_t* r, const Sighting& crawler);

// Returns what `address`, of 4 or 16 octets or empty, shows about the crawler,
// without asking DNS.
Identity known_identity(ngx_http_request_t* r, const Sighting& crawler,
                        std::string_view address);

// Returns what the request's address shows about the crawler or, if that is not
// known yet, the lookup that asks DNS. Ignores the signature. Throws
// std::bad_alloc.
Lookups::Asked ask_lookup(ngx_http_request_t* r, const Sighting& crawler);

}  // namespace robots::nginx
