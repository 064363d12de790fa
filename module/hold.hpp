// Requests that wait, for their crawler's budget or for who sent them to be
// known: on a timer, never on a worker.

#ifndef ROBOTS_MODULE_HOLD_HPP
#define ROBOTS_MODULE_HOLD_HPP

#include "ledger.hpp"
#include "ngx.hpp"

namespace robots::nginx {

// The place of one request among those that its worker holds. It is given back
// when the wait is over, and when the request ends before that.
class Hold {
  public:
    Hold() = default;
    ~Hold() { release(); }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

    // Whether this worker may hold one request more: half as many as it has
    // connections (worker_connections), so that crawlers can't use them up.
    static bool has_place() { return held_ < ngx_cycle->connection_n / 2; }

    // Keeps the number of requests that this worker holds in `word` too, the
    // ledger's for this process; nullptr: nowhere.
    static void publish(SharedWord* word);

    // Holds `r` for `wait`, then runs its phases on from the current handler,
    // which is entered again. What the handler has to return: NGX_AGAIN, or a
    // status where nginx failed.
    ngx_int_t start(ngx_http_request_t* r, ngx_msec_t wait);

    // Ends the wait of `r` before its time: its phases run on when the worker
    // is done with what it does now.
    void end(ngx_http_request_t* r) const;

    void release();

  private:
    static void show();

    static ngx_uint_t held_;    // by this worker
    static SharedWord* shown_;  // where it tells how many; nullptr: nowhere

    bool taken_ = false;
};

}  // namespace robots::nginx

#endif
