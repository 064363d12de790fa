#include "response.hpp"

namespace robots::nginx {

namespace {

ngx_buf_t* make_buf(ngx_pool_t* pool) {
    auto* buf = static_cast<ngx_buf_t*>(ngx_calloc_buf(pool));
    if (buf == nullptr) {
        throw std::bad_alloc();
    }
    return buf;
}

ngx_table_elt_t* make_header(ngx_pool_t* pool) {
    void* header = ngx_pcalloc(pool, sizeof(ngx_table_elt_t));
    if (header == nullptr) {
        throw std::bad_alloc();
    }
    return static_cast<ngx_table_elt_t*>(header);
}

// nginx 1.22 keeps these in an array, later versions in a list.
void set_cache_control(ngx_http_request_t* r, ngx_table_elt_t* header) {
#if (nginx_version >= 1023000)
    r->headers_out.cache_control = header;
#else
    auto* headers = &r->headers_out.cache_control;
    if (ngx_array_init(headers, r->pool, 1, sizeof(ngx_table_elt_t*)) !=
        NGX_OK) {
        throw std::bad_alloc();
    }
    *static_cast<ngx_table_elt_t**>(ngx_array_push(headers)) = header;
#endif
}

}  // namespace

Response::Response(ngx_http_request_t* r) : r_(r) {
    // No error_page for what filters make of this response either (412, 416).
    r_->error_page = 1;
}

ngx_table_elt_t* Response::header(std::string_view name, ngx_str_t value) {
    auto* header =
        static_cast<ngx_table_elt_t*>(ngx_list_push(&r_->headers_out.headers));
    if (header == nullptr) {
        throw std::bad_alloc();
    }
    ngx_memzero(header, sizeof(ngx_table_elt_t));
    header->hash = 1;
    header->key = str(name);
    header->value = value;
    return header;
}

// An "expires" that is meant for other files writes into stand-ins which are
// never sent: crawlers keep a robots.txt no longer than the policy says.
void Response::cache_control(ngx_str_t value) {
    ngx_table_elt_t* stand_in = make_header(r_->pool);
    *stand_in = *header("Cache-Control", value);
    set_cache_control(r_, stand_in);
    r_->headers_out.expires = make_header(r_->pool);
}

void Response::retry_after(ngx_msec_t wait) {
    ngx_msec_t seconds = ngx_max(wait / 1000 + (wait % 1000 != 0), 1);
    header("Retry-After", print(r_->pool, NGX_INT64_LEN, "%M", seconds));
}

void Response::append(ngx_str_t text) {
    if (text.len == 0) {
        return;
    }
    ngx_buf_t* buf = make_buf(r_->pool);
    buf->pos = buf->start = text.data;
    buf->last = buf->end = text.data + text.len;
    buf->memory = 1;

    ngx_chain_t* link = ngx_alloc_chain_link(r_->pool);
    if (link == nullptr) {
        throw std::bad_alloc();
    }
    *link = {buf, nullptr};
    *end_ = link;
    end_ = &link->next;
    length_ += static_cast<off_t>(text.len);
}

ngx_int_t Response::send(ngx_uint_t status) {
    ngx_http_request_t* r = r_;
    ngx_chain_t* link = ngx_alloc_chain_link(r->pool);
    if (link == nullptr) {
        throw std::bad_alloc();
    }
    // An empty buffer that marks the end, whatever came before.
    *link = {make_buf(r->pool), nullptr};
    link->buf->last_buf = 1;
    link->buf->last_in_chain = 1;
    *end_ = link;

    r->headers_out.status = status;
    r->headers_out.content_type = str("text/plain");
    r->headers_out.content_type_len = r->headers_out.content_type.len;
    r->headers_out.content_type_lowcase = nullptr;
    r->headers_out.charset = str("utf-8");
    r->headers_out.content_length_n = length_;

    ngx_int_t rc = ngx_http_discard_request_body(r);
    if (rc == NGX_OK) {
        rc = ngx_http_send_header(r);
        if (rc != NGX_ERROR && rc <= NGX_OK && !r->header_only) {
            rc = ngx_http_output_filter(r, body_);
        }
    }
    ngx_http_finalize_request(r, rc);
    return NGX_DONE;
}

}  // namespace robots::nginx
