#include "module/ngx/response.hpp"

namespace robots::nginx {

// Fills the list's last part up with headers whose hash is 0, which nginx
// treats as deleted, until there is another part.
void Response::pad(ngx_list_t& list, ngx_uint_t count) {
    while (list.nalloc - list.last->nelts < count) {
        void* header = ngx_list_push(&list);
        if (header == nullptr) {
            throw std::bad_alloc();
        }
        *static_cast<ngx_table_elt_t*>(header) = {};
    }
}

void Response::retry_after(ngx_msec_t wait) {
    ngx_msec_t seconds = ngx_max(wait / 1000 + (wait % 1000 != 0), 1);
    header("Retry-After", print(r_->pool, NGX_INT64_LEN, "%M", seconds));
}

// Discards the body of a client that waits to be asked for it, without asking
// ("Expect: 100-continue"). Whether such a body still comes is the client's
// choice, so that nobody knows where the next request would begin: unless all
// of it is there, the connection ends with this response (RFC 9110 10.1.1).
ngx_int_t Response::discard_unasked(ngx_http_request_t* r) {
    r->expect_tested = 1;
    const ngx_int_t rc = ngx_http_discard_request_body(r);
    if (r->discard_body) {
        r->keepalive = 0;
        r->lingering_close = 1;
    }
    return rc;
}

ngx_int_t Response::finish(ngx_http_request_t* r, ngx_chain_t* body,
                           ngx_int_t rc) {
    if (rc != NGX_ERROR && rc <= NGX_OK && !r->header_only) {
        rc = ngx_http_output_filter(r, body);
    }
    ngx_http_finalize_request(r, rc);
    return NGX_DONE;
}

}  // namespace robots::nginx
