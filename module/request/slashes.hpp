// Finds whether nginx merged the slashes of a request's target.
//
// nginx uses the "merge_slashes" of the server to which the request belongs
// when nginx parses the target. Over HTTP/1 and HTTP/3 that is the default
// server of the socket or the server that SNI selected, since Host comes later.
// Over HTTP/2 it is the server of the request's host if ":authority" came
// before ":path".

#pragma once

#include "module/ngx/ngx.hpp"
#include "policy/matching/target.hpp"

namespace robots::nginx {

// A POST_READ handler that stores, for HTTP/2, whether nginx merged slashes.
// Needed only if slashes_differ() is true; must run before the handler that
// serves robots.txt.
ngx_int_t note_slashes(ngx_http_request_t* r) noexcept;

// Whether servers of the configuration have different "merge_slashes".
bool slashes_differ(ngx_conf_t* cf);

// Returns what note_slashes() stored or, if it stored nothing, the setting of
// the connection's server. Call it if the connection's server and the request's
// server have different settings.
Slashes noted_slashes(ngx_http_request_t* r);

inline bool merges_slashes(void** srv_conf) {
    return static_cast<const ngx_http_core_srv_conf_t*>(
               srv_conf[ngx_http_core_module.ctx_index])
               ->merge_slashes != 0;
}

inline Slashes slashes_of(ngx_http_request_t* r) {
    const bool merges = merges_slashes(r->http_connection->conf_ctx->srv_conf);
    if (merges != merges_slashes(r->srv_conf)) {
        return noted_slashes(r);
    }
    return merges ? Slashes::merge : Slashes::keep;
}

}  // namespace robots::nginx
