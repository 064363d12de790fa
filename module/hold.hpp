// Requests that wait for their crawler's budget: on a timer, never on a worker.

#ifndef ROBOTS_MODULE_HOLD_HPP
#define ROBOTS_MODULE_HOLD_HPP

#include "ngx.hpp"

namespace robots::nginx {

// The place of one request among those that its worker holds. It is given back
// when the wait is over, and when the request ends before that.
class Hold {
  public:
    // Requests that one worker holds at most, so that a crawler can't use up
    // its connections.
    static constexpr ngx_uint_t kMax = 1024;

    Hold() = default;
    ~Hold() { release(); }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

    // Whether this worker may hold one request more.
    static bool has_place();

    // Holds `r` for `wait`, then runs its phases on from the current handler,
    // which is entered again. What the handler has to return: NGX_AGAIN, or a
    // status where nginx failed.
    ngx_int_t start(ngx_http_request_t* r, ngx_msec_t wait);

    void release();

  private:
    bool taken_ = false;
};

}  // namespace robots::nginx

#endif
