#include "module/request/upstream_time.hpp"

namespace robots::nginx {

Milliseconds upstream_time(const ngx_http_request_t& r) noexcept {
    Milliseconds sum{0};
    if (r.upstream_states == nullptr) {
        return sum;
    }
    const auto* states =
        static_cast<const ngx_http_upstream_state_t*>(r.upstream_states->elts);
    for (ngx_uint_t i = 0; i < r.upstream_states->nelts; i++) {
        // A negative time means that the time is unknown, or that the clock was
        // set back. nginx adds a state without a server, with the time zero, at
        // an internal redirect.
        const auto time = static_cast<ngx_msec_int_t>(states[i].response_time);
        sum += Milliseconds(ngx_max(time, 0));
    }
    return sum;
}

}  // namespace robots::nginx
