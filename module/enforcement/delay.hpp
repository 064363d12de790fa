// Requests that are delayed, for their crawler's budget or until it is known
// who sent them: on a timer, which keeps no worker busy.

#pragma once

#include "module/dns/lookup.hpp"
#include "module/enforcement/request_context.hpp"
#include "module/ngx/ngx.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/state/ledger.hpp"
#include "policy/state/waiting_places.hpp"

namespace robots::nginx {

// One request's delay, and its place among those of its worker: half as many
// as the worker has connections (worker_connections), so that crawlers can't
// use them up, and shared out by WaitingPlaces. The place is given back when
// the delay is over, and when the request ends before that.
class Delay {
  public:
    Delay() = default;
    ~Delay() { release(); }
    Delay(const Delay&) = delete;
    Delay& operator=(const Delay&) = delete;

    using Guest = WaitingPlaces::Guest;
    using Reason = WaitingPlaces::Reason;

    // For a worker that begins. It keeps the number of requests that it delays
    // in `word` too, the ledger's for this process; nullptr: nowhere. Throws
    // std::bad_alloc.
    static void open(SharedWord* word);

    // For a worker that exits.
    static void close() noexcept;

    // A crawler's request that would be delayed.
    static Guest guest(ngx_http_request_t* r, const Sighting& crawler,
                       Reason reason);

    // Whether this worker may delay it.
    static bool has_place(const Guest& guest) { return places_->has(guest); }
    static bool has_place(ngx_http_request_t* r, const Sighting& crawler) {
        return places_->has_for_all() || has_place_among_many(r, crawler);
    }

    // Has the ledger count the delay that starts now, and how long it is.
    void count(Zone& zone, const Visitor& visitor);

    // Delays `r`, which has a place, for `wait`, then runs its phases on from
    // the current handler, which is entered again. What the handler has to
    // return: NGX_AGAIN, or a status where nginx failed.
    ngx_int_t start(ngx_http_request_t* r, ngx_msec_t wait, const Guest& guest);

    // Ends the delay of `r` before its time: its phases run on when the worker
    // is done with what it does now.
    void end(ngx_http_request_t* r) const;

    // Whether the delay goes on: if the phases run nevertheless, something else
    // than its end has made them run.
    bool is_going_on() const { return taken_; }

    // The delay is over, or the request goes another way.
    void release();

  private:
    static bool has_place_among_many(ngx_http_request_t* r,
                                     const Sighting& crawler);
    static void show();

    static WaitingPlaces* places_;  // this worker's
    static SharedWord* shown_;      // where it tells how many; nullptr: nowhere

    Guest guest_;
    bool taken_ = false;

    // What the ledger counts.
    Zone* zone_ = nullptr;  // nullptr: nothing
    Visitor visitor_;
    Milliseconds since_{0};
};

// The request's, made on first use. Throws std::bad_alloc.
Delay& delay_of(ngx_http_request_t* r, RequestContext& context);

// The wait of a request until DNS has answered who sent it. Lives as long as
// the request.
class SenderWait : public Waiter {
  public:
    // Whether a request of the crawler to `site` should wait for a lookup's
    // answer: if that can change what becomes of it, of actions up to `cap`,
    // and if DNS is expected to answer in time.
    static bool pays(ngx_http_request_t* r, const Sighting& crawler,
                     const Site& site, Action cap);

    // Delays the request, which has a place as `guest`, until the lookup has
    // answered, or for at most a second or resolver_timeout. Returns what its
    // handler has to return; when that is entered again, it has to call
    // finish().
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
