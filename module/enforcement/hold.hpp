// Requests that wait, for their crawler's budget or for who sent them to be
// known: on a timer, never on a worker.

#ifndef ROBOTS_MODULE_ENFORCEMENT_HOLD_HPP
#define ROBOTS_MODULE_ENFORCEMENT_HOLD_HPP

#include "module/ngx/ngx.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/state/ledger.hpp"
#include "policy/state/waiting_places.hpp"

namespace robots::nginx {

// The place of one request among those that its worker holds: half as many as
// it has connections (worker_connections), so that crawlers can't use them up,
// and shared out by WaitingPlaces. It is given back when the wait is over, and
// when the request ends before that.
class Hold {
  public:
    Hold() = default;
    ~Hold() { release(); }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

    using Guest = WaitingPlaces::Guest;
    using Reason = WaitingPlaces::Reason;

    // For a worker that begins. It keeps the number of requests that it holds
    // in `word` too, the ledger's for this process; nullptr: nowhere. Throws
    // std::bad_alloc.
    static void open(SharedWord* word);

    // For a worker that exits.
    static void close() noexcept;

    // A crawler's request that would wait.
    static Guest guest(ngx_http_request_t* r, const Sighting& crawler,
                       Reason reason);

    // Whether this worker may hold it.
    static bool has_place(const Guest& guest) { return places_->has(guest); }
    static bool has_place(ngx_http_request_t* r, const Sighting& crawler) {
        return places_->has_for_all() || has_place_among_many(r, crawler);
    }

    // Holds `r`, which has a place, for `wait`, then runs its phases on from
    // the current handler, which is entered again. What the handler has to
    // return: NGX_AGAIN, or a status where nginx failed.
    ngx_int_t start(ngx_http_request_t* r, ngx_msec_t wait, const Guest& guest);

    // Ends the wait of `r` before its time: its phases run on when the worker
    // is done with what it does now.
    void end(ngx_http_request_t* r) const;

    void release();

  private:
    static bool has_place_among_many(ngx_http_request_t* r,
                                     const Sighting& crawler);
    static void show();

    static WaitingPlaces* places_;  // this worker's
    static SharedWord* shown_;      // where it tells how many; nullptr: nowhere

    Guest guest_;
    bool taken_ = false;
};

}  // namespace robots::nginx

#endif
