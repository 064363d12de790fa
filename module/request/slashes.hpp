// Finds out whether nginx has merged adjacent slashes in the target of a
// request.
//
// nginx may parse the target before it has selected the final server of the
// request. The "merge_slashes" of the server that is selected at that time
// decides. Over HTTP/1 and HTTP/3, this is the default server of the socket or
// the server that SNI selected, because the Host header comes later. Over
// HTTP/2, this is the server of the requested host if ":authority" came before
// ":path".

#pragma once

#include "module/ngx/ngx.hpp"
#include "policy/matching/target.hpp"

namespace robots::nginx {

// A POST_READ handler that stores whether nginx has merged the slashes of an
// HTTP/2 request. This handler is needed only if slashes_differ() is true. It
// must run before the handler that serves robots.txt.
ngx_int_t note_slashes(ngx_http_request_t* r) noexcept;

// Whether servers of the configuration have different "merge_slashes".
bool slashes_differ(ngx_conf_t* cf);

// Returns what note_slashes() stored. If note_slashes() stored nothing, returns
// the setting of the connection's server. Call this function if the
// connection's server and the request's server have different settings.
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
