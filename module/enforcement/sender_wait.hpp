// The wait of a request until DNS has answered who sent it.

#ifndef ROBOTS_MODULE_ENFORCEMENT_SENDER_WAIT_HPP
#define ROBOTS_MODULE_ENFORCEMENT_SENDER_WAIT_HPP

#include "module/dns/lookup.hpp"
#include "module/enforcement/delay.hpp"
#include "module/enforcement/request_context.hpp"
#include "module/ngx/ngx.hpp"
#include "policy/crawlers/crawlers.hpp"

namespace robots::nginx {

// Lives as long as the request.
class SenderWait : public Waiter {
  public:
    // Whether a request of the crawler to `site` should wait for a lookup's
    // answer: if that can change what becomes of it, of actions up to `cap`,
    // and if DNS is expected to answer in time.
    static bool pays(ngx_http_request_t* r, const Sighting& crawler,
                     const Site& site, Action cap);

    // Delays the request, which has a place as `guest`, until the lookup has
    // answered, but for a second or resolver_timeout at most. What its handler
    // has to return. Entered again, it has to call finish().
    ngx_int_t start(ngx_http_request_t* r, Delay& delay,
                    const Delay::Guest& guest, Lookup& lookup);

    // Who sent the request that was delayed.
    Identity finish();

  private:
    void answered(Identity identity) noexcept override;

    ngx_http_request_t* request_ = nullptr;
    Delay* delay_ = nullptr;
    bool answered_ = false;
    Identity identity_ = Identity::unverifiable;
};

// The request's, made on first use. Throws std::bad_alloc.
SenderWait& sender_wait_of(ngx_http_request_t* r, RequestContext& context);

}  // namespace robots::nginx

#endif
