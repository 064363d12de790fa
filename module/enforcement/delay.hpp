// Delays a request for one of three reasons: until the budget of its crawler
// allows the request, until DNS has answered who sent the request, or until the
// fleet's server answers. A timer of nginx ends the delay, so the worker does
// not block.

#pragma once

#include "module/dns/lookup.hpp"
#include "module/enforcement/request_context.hpp"
#include "module/ngx/ngx.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/shared_memory/ledger.hpp"
#include "policy/shared_memory/waiting_places.hpp"

namespace robots::nginx {

// The delay of one request. Each delayed request takes one place of its worker.
// A worker has half as many places as connections (worker_connections), so that
// delayed crawlers cannot use up all connections. WaitingPlaces also limits the
// number of places for one network. The request gives its place back when the
// delay is over, or when the request ends earlier.
class Delay {
  public:
    Delay() = default;
    ~Delay() { release(); }
    Delay(const Delay&) = delete;
    Delay& operator=(const Delay&) = delete;

    using Guest = WaitingPlaces::Guest;
    using Reason = WaitingPlaces::Reason;

    // Call this function in a new worker. The worker then stores in `word`,
    // which is in shared memory, the number of requests that the worker delays.
    // `word` is the result of enter_worker(), and may be nullptr. Throws
    // std::bad_alloc.
    static void open(SharedWord* word);

    // Call this function in an exiting worker.
    static void close() noexcept;

    // Returns the description of a crawler's request that WaitingPlaces needs.
    static Guest guest(ngx_http_request_t* r, const Sighting& crawler,
                       Reason reason);

    // Whether this worker has a free place for a request.
    static bool has_place(const Guest& guest) { return places_->has(guest); }
    static bool has_place(ngx_http_request_t* r, const Sighting& crawler) {
        return places_->has_for_all() || has_place_among_many(r, crawler);
    }

    // Counts the start of the delay in the ledger, the table of counts in
    // `zone`. release() later counts the length of the delay.
    void count(Zone& zone, const Visitor& visitor);

    // Delays `r` for `wait` milliseconds, and takes a place for `r`. Call this
    // function only if has_place() is true. After the delay, nginx runs the
    // phases of `r` again, from the current handler on. Returns the value that
    // the handler must return: NGX_AGAIN, or status 500 after an error of
    // nginx.
    ngx_int_t start(ngx_http_request_t* r, ngx_msec_t wait, const Guest& guest);

    // Ends the delay of `r` early. The phases of `r` run again when the worker
    // has finished its current event.
    void end(ngx_http_request_t* r) const;

    // Whether the request is still delayed. If this is true while the phases of
    // the request run again, then an error page or post_action has started the
    // phases.
    bool is_going_on() const { return taken_; }

    // Gives the place back, and counts the length of the delay. Does nothing if
    // the request is not delayed.
    void release();

  private:
    static bool has_place_among_many(ngx_http_request_t* r,
                                     const Sighting& crawler);
    static void show();

    static WaitingPlaces* places_;  // the places of this worker
    static SharedWord* shown_;      // `word` of open(); may be nullptr

    Guest guest_;
    bool taken_ = false;

    // The delay that the ledger counts.
    Zone* zone_ = nullptr;  // nullptr: the ledger does not count the delay
    Visitor visitor_;
    Milliseconds since_{0};
};

// Returns the Delay of the request. The first call makes the Delay. Throws
// std::bad_alloc.
Delay& delay_of(ngx_http_request_t* r, RequestContext& context);

// The wait of a request until DNS has answered who sent the request. The object
// is destroyed together with the request.
class SenderWait : public Waiter {
  public:
    // Whether a request of `crawler` to `site` should wait for the answer of a
    // lookup. `cap` is the strictest action that robots_enforce allows. True if
    // the answer can change whether the request is delayed or refused, and if
    // DNS will probably answer in time.
    static bool is_worth_it(ngx_http_request_t* r, const Sighting& crawler,
                            const Site& site, Action cap);

    // Delays `r`, which `guest` describes, until `lookup` has an answer. The
    // delay is at most Lookups::kPatience or resolver_timeout, whichever is
    // shorter. Returns the value that the handler must return. When nginx calls
    // the handler again, the handler must call finish().
    ngx_int_t start(ngx_http_request_t* r, Delay& delay,
                    const Delay::Guest& guest, Lookup& lookup);

    // Ends the wait. Returns the answer of DNS, or `unverifiable` if no answer
    // has come.
    Identity finish();

  private:
    void answered(Identity identity) noexcept override;

    ngx_http_request_t* request_ = nullptr;
    Delay* delay_ = nullptr;
    bool answered_ = false;
    Identity identity_ = Identity::unverifiable;
};

// Returns the SenderWait of the request. The first call makes the SenderWait.
// Throws std::bad_alloc.
SenderWait& sender_wait_of(ngx_http_request_t* r, RequestContext& context);

}  // namespace robots::nginx
