// Finds out whether the sender of a request is the crawler that the request
// names. The result, an Identity, is `verified`, `impostor` or `unverifiable`.
// The evidence is the request's signature, the address ranges that the
// crawler's operator publishes, and DNS (lookup.hpp).

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

// Whether neither address ranges nor DNS can verify the crawler. This is true
// for most crawlers.
inline bool cannot_be_verified(ngx_http_request_t* r,
                               const Sighting& sighting) {
    const Crawler* crawler = sighting.crawler;
    return crawler == nullptr || (crawler->ranges.empty() &&
                                  (crawler->rdns.empty() || !has_resolver(r)));
}

// Returns the identity that the signature or the address of `r` shows, without
// asking DNS. The address is the client's, as nginx's realip module has set it.
Identity known_identity(ngx_http_request_t* r, const Sighting& crawler);

// Returns the identity that `address` shows, without asking DNS. `address` has
// 4 or 16 octets, or is empty.
Identity known_identity(ngx_http_request_t* r, const Sighting& crawler,
                        std::string_view address);

// Returns the identity that the address of `r` shows. If only DNS can show the
// identity, returns the running lookup that asks DNS. Ignores the signature.
// Throws std::bad_alloc.
Lookups::Asked ask_lookup(ngx_http_request_t* r, const Sighting& crawler);

}  // namespace robots::nginx
