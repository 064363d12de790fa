// Who sent a crawler's request: who it says it is, somebody else, or nobody
// knows. By the operator's published ranges, by what DNS said before, and by
// asking DNS (lookup.hpp).

#ifndef ROBOTS_MODULE_ENFORCEMENT_SENDER_HPP
#define ROBOTS_MODULE_ENFORCEMENT_SENDER_HPP

#include "module/dns/lookup.hpp"
#include "module/ngx/ngx.hpp"
#include "policy/crawlers/crawlers.hpp"

namespace robots::nginx {

inline const ngx_http_core_loc_conf_t& core_conf(ngx_http_request_t* r) {
    return *static_cast<ngx_http_core_loc_conf_t*>(
        ngx_http_get_module_loc_conf(r, ngx_http_core_module));
}

// Whether a location has a resolver with servers to ask.
inline bool has_resolver(const ngx_http_core_loc_conf_t& location) {
    const ngx_resolver_t* resolver = location.resolver;
    return resolver != nullptr && resolver->connections.nelts != 0;
}
inline bool has_resolver(ngx_http_request_t* r) {
    return has_resolver(core_conf(r));
}

// Whether neither ranges nor DNS can tell, as with most crawlers.
inline bool cannot_be_told(ngx_http_request_t* r, const Sighting& sighting) {
    const Crawler* crawler = sighting.crawler;
    return crawler == nullptr || (crawler->ranges.empty() &&
                                  (crawler->rdns.empty() || !has_resolver(r)));
}

// What is known of a crawler at the request's address, which is the one that
// realip put in place. Asks nobody.
Identity known_identity(ngx_http_request_t* r, const Sighting& crawler);

// The same at another address, of 4 or 16 octets or empty.
Identity known_identity(ngx_http_request_t* r, const Sighting& crawler,
                        std::string_view address);

// The same; where it is not known, the lookup that asks DNS for it. Throws
// std::bad_alloc.
Lookups::Asked ask_who_can_tell(ngx_http_request_t* r, const Sighting& crawler);
inline Lookups::Asked ask_identity(ngx_http_request_t* r,
                                   const Sighting& crawler) {
    return cannot_be_told(r, crawler)
               ? Lookups::Asked{nullptr, Identity::unverifiable}
               : ask_who_can_tell(r, crawler);
}

// Calls `then`, which must not throw and holds nothing of the request, with
// what is known of the crawler: at once where DNS need not or can't be asked,
// else when it has answered, which may be after the request has ended. A worker
// that exits before passes on that the crawler is unverifiable. Throws
// std::bad_alloc, and has not called `then` in that case.
template <typename Then>
void when_known(ngx_http_request_t* r, const Sighting& crawler, Then then) {
    class Guest : public Waiter {
      public:
        explicit Guest(Then call) : then_(call) {}

      private:
        void answered(Identity identity) noexcept override { then_(identity); }

        Then then_;
    };

    const Lookups::Asked asked = ask_identity(r, crawler);
    ngx_pool_t* pool =
        asked.lookup != nullptr ? asked.lookup->guest_pool() : nullptr;
    if (pool == nullptr) {
        then(asked.identity);
        return;
    }
    asked.lookup->add(*make_owned<Guest>(pool, then));
}

}  // namespace robots::nginx

#endif
