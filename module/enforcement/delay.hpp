// Delays a request until its crawler's budget permits it, until DNS has
// answered who sent it, or until the fleet answers. A timer ends the delay, so
// no worker blocks.

#pragma once

#include "module/dns/lookup.hpp"
#include "module/enforcement/request_context.hpp"
#include "module/ngx/ngx.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/state/ledger.hpp"
#include "policy/state/waiting_places.hpp"

namespace robots::nginx {

// The delay of one request, and its place among the delayed requests of its
// worker. A worker delays at most half as many requests as it has connections
// (worker_connections), so that crawlers can't use up all connections;
// WaitingPlaces limits the places of one network. A place is given back when
// the delay is over, or when the request ends before that.
class Delay {
  public:
    Delay() = default;
    ~Delay() { release(); }
    Delay(const Delay&) = delete;
    Delay& operator=(const Delay&) = delete;

    using Guest = WaitingPlaces::Guest;
    using Reason = WaitingPlaces::Reason;

    // Call it in a new worker, which then publishes in `word` how many requests
    // it delays. `word` is the result of enter_worker(), and may be nullptr.
    // Throws std::bad_alloc.
    static void open(SharedWord* word);

    // Call it in an exiting worker.
    static void close() noexcept;

    // Returns what WaitingPlaces must know of a crawler's request.
    static Guest guest(ngx_http_request_t* r, const Sighting& crawler,
                       Reason reason);

    // Whether this worker has a free place for a request.
    static bool has_place(const Guest& guest) { return places_->has(guest); }
    static bool has_place(ngx_http_request_t* r, const Sighting& crawler) {
        return places_->has_for_all() || has_place_among_many(r, crawler);
    }

    // Counts in the ledger that the delay begins; release() counts its length.
    void count(Zone& zone, const Visitor& visitor);

    // Delays `r` for `wait`, and takes a place for it; has_place() must be
    // true. After the delay, the phases of `r` run again from the current
    // handler. Returns what the handler has to return: NGX_AGAIN, or status 500
    // if nginx failed.
    ngx_int_t start(ngx_http_request_t* r, ngx_msec_t wait, const Guest& guest);

    // Ends the delay of `r` early: its phases run again when the worker has
    // finished its current event.
    void end(ngx_http_request_t* r) const;

    // Whether the request is still delayed. If its phases run again
    // nevertheless, an error page or post_action made them run.
    bool is_going_on() const { return taken_; }

    // Gives the place back, and counts the length of the delay. Does nothing if
    // the request is not delayed.
    void release();

  private:
    static bool has_place_among_many(ngx_http_request_t* r,
                                     const Sighting& crawler);
    static void show();

    static WaitingPlaces* places_;  // this worker's
    static SharedWord* shown_;      // of Delay::open(); may be nullptr

    Guest guest_;
    bool taken_ = false;

    // The delay that the ledger counts.
    Zone* zone_ = nullptr;  // nullptr: nothing
    Visitor visitor_;
    Milliseconds since_{0};
};

// Returns the request's delay, which is made on first use. Throws
// std::bad_alloc.
Delay& delay_of(ngx_http_request_t* r, RequestContext& context);

// The wait of a request until DNS has answered who sent it. It is destroyed
// with the request.
class SenderWait : public Waiter {
  public:
    // Whether a request of the crawler to `site` should wait for the answer of
    // a lookup, if `cap` is the strictest action that can be taken. True if the
    // answer can change whether the request is delayed or refused, and if DNS
    // is expected to answer in time.
    static bool is_worth_it(ngx_http_request_t* r, const Sighting& crawler,
                            const Site& site, Action cap);

    // Delays the request, which `guest` describes, until the lookup is
    // answered, but at most for the shorter of Lookups::kPatience and
    // resolver_timeout. Returns what the handler has to return; when nginx
    // calls the handler again, the handler must call finish().
    ngx_int_t start(ngx_http_request_t* r, Delay& delay,
                    const Delay::Guest& guest, Lookup& lookup);

    // Ends the wait. Returns `unverifiable` if no answer has come.
    Identity finish();

  private:
    void answered(Identity identity) noexcept override;

    ngx_http_request_t* request_ = nullptr;
    Delay* delay_ = nullptr;
    bool answered_ = false;
    Identity identity_ = Identity::unverifiable;
};

// Returns the request's wait, which is made on first use. Throws
// std::bad_alloc.
SenderWait& sender_wait_of(ngx_http_request_t* r, RequestContext& context);

}  // namespace robots::nginx
