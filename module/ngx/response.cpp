#include "module/ngx/response.hpp"

namespace robots::nginx {

void Response::cache_control(ngx_str_t value) {
    shield(*header("Cache-Control", value));
}

void Response::cacheable(ngx_str_t cache_control, ngx_str_t etag_value,
                         time_t modified, ngx_str_t modified_date) {
    shield(*header("Cache-Control", cache_control));
    etag(etag_value);
    auto& headers = r_->headers_out;
    headers.last_modified_time = modified;
    // nginx does not add Last-Modified a second time if this pointer is set.
    headers.last_modified = header("Last-Modified", modified_date);
}

void Response::shield(ngx_table_elt_t& cache_control) {
    cache_control_ = &cache_control;
    StandIns& stand_ins = *allocate<StandIns>(r_->pool);
    stand_ins.expires = {};
    stand_ins.cache_control = cache_control;
    auto& headers = r_->headers_out;
    headers.expires = &stand_ins.expires;
    // nginx 1.22 stores Cache-Control headers in an array, later versions in a
    // linked list.
#if (nginx_version >= 1023000)
    headers.cache_control = &stand_ins.cache_control;
#else
    stand_ins.cache_controls[0] = &stand_ins.cache_control;
    headers.cache_control = {stand_ins.cache_controls, 1,
                             sizeof(ngx_table_elt_t*), 1, r_->pool};
#endif
}

ngx_buf_t& Response::add_buf() {
    auto* buf = allocate<ngx_buf_t>(r_->pool);
    auto* link = allocate<ngx_chain_t>(r_->pool);
    *buf = {};
    *link = {buf, nullptr};
    (last_ == nullptr ? first_ : last_->next) = link;
    last_ = link;
    return *buf;
}

void Response::append(ngx_str_t text) {
    if (text.len == 0) {
        return;
    }
    ngx_buf_t& buf = add_buf();
    buf.pos = buf.start = text.data;
    buf.last = buf.end = text.data + text.len;
    buf.memory = 1;
    length_ += static_cast<off_t>(text.len);
}

ngx_int_t Response::send_header(ngx_uint_t status) {
    // If no text was appended, an empty buffer marks the end of the response.
    ngx_buf_t& last = last_ != nullptr ? *last_->buf : add_buf();
    last.last_buf = r_ == r_->main;  // false in a subrequest
    last.last_in_chain = 1;

    // Clears the status that an earlier "error_page ... =200" has set.
    r_->err_status = 0;
    auto& headers = r_->headers_out;
    headers.status = status;
    headers.content_type = str(content_type_.text);
    headers.content_type_len = content_type_.bare;
    headers.content_type_lowcase = nullptr;
    headers.charset = str(content_type_.charset);
    headers.content_length_n = length_;

    const ngx_int_t rc = r_->headers_in.expect == nullptr
                             ? ngx_http_discard_request_body(r_)
                             : discard_unasked(r_);
    return rc == NGX_OK ? ngx_http_send_header(r_) : rc;
}

void Response::retry_after(std::chrono::milliseconds wait) {
    header("Retry-After",
           print(r_->pool, NGX_INT64_LEN, "%L", whole_seconds(wait)));
}

// Discards the body of a request with "Expect: 100-continue" without asking the
// client to send the body. A client that is not asked can send the body or
// leave it out, so nginx cannot know where the next request starts. So if the
// whole body has not arrived yet, nginx closes the connection after this
// response (RFC 9110 10.1.1).
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
