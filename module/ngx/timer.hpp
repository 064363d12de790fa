// A timer that calls a method of its owner.

#pragma once

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// A worker that shuts down does not wait for the timer. nginx's tree of timers
// points to this object. So this object must not move, and its owner must call
// stop() before the memory is freed. Exception: an owner that exists until the
// process ends must not call stop(). At that time, nginx has freed other nodes
// of the tree, and stop() would read them.
class Timer {
  public:
    Timer() = default;
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

    // Sets the owner and the method that the timer calls. The method must not
    // throw.
    template <auto kMethod, typename Owner>
    void calls(Owner& owner) noexcept {
        event_.handler = [](ngx_event_t* event) noexcept {
            (static_cast<Owner*>(
                 static_cast<ngx_connection_t*>(event->data)->data)
                 ->*kMethod)();
        };
        // nginx's debug log reads the fd of the connection that a timer must
        // have.
        nobody_.fd = static_cast<ngx_socket_t>(-1);
        nobody_.data = &owner;
        event_.data = &nobody_;
        event_.log = ngx_cycle->log;
        event_.cancelable = 1;
    }

    // Makes a worker that shuts down wait for the timer.
    void keeps_worker() noexcept { event_.cancelable = 0; }

    // Starts the timer, for `in` milliseconds; if it is running, restarts it.
    void start(ngx_msec_t in) noexcept { ngx_add_timer(&event_, in); }

    void stop() noexcept {
        if (event_.timer_set) {
            ngx_del_timer(&event_);
        }
    }

  private:
    ngx_event_t event_{};
    ngx_connection_t nobody_{};
};

}  // namespace robots::nginx
