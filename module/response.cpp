#include "response.hpp"

namespace robots::nginx {

namespace {

// What an "expires" that is meant for other files finds to write into. None of
// it is ever sent.
struct StandIns {
    ngx_table_elt_t expires;
    ngx_table_elt_t cache_control;
    ngx_table_elt_t* cache_controls[1];
};

// nginx 1.22 keeps these in an array, later versions in a list.
void set_cache_control(ngx_http_request_t* r, StandIns& stand_ins) {
#if (nginx_version >= 1023000)
    r->headers_out.cache_control = &stand_ins.cache_control;
#else
    stand_ins.cache_controls[0] = &stand_ins.cache_control;
    r->headers_out.cache_control = {stand_ins.cache_controls, 1,
                                    sizeof(ngx_table_elt_t*), 1, r->pool};
#endif
}

}  // namespace

// What nearly all responses need, in one piece of memory.
struct Response::Parts {
    StandIns stand_ins;
    ngx_buf_t first_buf;
    ngx_chain_t first_link;

    static Parts& make(ngx_pool_t* pool) {
        void* memory = ngx_pcalloc(pool, sizeof(Parts));
        if (memory == nullptr) {
            throw std::bad_alloc();
        }
        return *static_cast<Parts*>(memory);
    }
};

Response::Response(ngx_http_request_t* r)
    : r_(r), parts_(Parts::make(r->pool)) {
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

// Crawlers keep a robots.txt no longer than the policy says.
void Response::cache_control(ngx_str_t value) {
    StandIns& stand_ins = parts_.stand_ins;
    stand_ins.cache_control = *header("Cache-Control", value);
    set_cache_control(r_, stand_ins);
    r_->headers_out.expires = &stand_ins.expires;
}

void Response::validators(ngx_str_t etag, time_t modified,
                          ngx_str_t modified_date) {
    r_->headers_out.etag = header("ETag", etag);
    r_->headers_out.last_modified_time = modified;
    // A header that is there already nginx does not write out once more.
    r_->headers_out.last_modified = header("Last-Modified", modified_date);
}

void Response::retry_after(ngx_msec_t wait) {
    ngx_msec_t seconds = ngx_max(wait / 1000 + (wait % 1000 != 0), 1);
    header("Retry-After", print(r_->pool, NGX_INT64_LEN, "%M", seconds));
}

ngx_buf_t& Response::add_buf() {
    ngx_buf_t* buf = &parts_.first_buf;
    ngx_chain_t* link = &parts_.first_link;
    if (last_ != nullptr) {
        buf = static_cast<ngx_buf_t*>(ngx_calloc_buf(r_->pool));
        link = ngx_alloc_chain_link(r_->pool);
        if (buf == nullptr || link == nullptr) {
            throw std::bad_alloc();
        }
    }
    *link = {buf, nullptr};
    *end_ = link;
    end_ = &link->next;
    last_ = buf;
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
    // Where there is no text, an empty buffer marks the end.
    ngx_buf_t& last = last_ != nullptr ? *last_ : add_buf();
    last.last_buf = 1;
    last.last_in_chain = 1;

    auto& headers = r_->headers_out;
    headers.status = status;
    headers.content_type = str(content_type_.text);
    headers.content_type_len = content_type_.bare;
    headers.content_type_lowcase = nullptr;
    headers.charset = str(content_type_.charset);
    headers.content_length_n = length_;

    const ngx_int_t rc = ngx_http_discard_request_body(r_);
    return rc == NGX_OK ? ngx_http_send_header(r_) : rc;
}

ngx_int_t Response::finish(ngx_int_t rc) {
    ngx_http_request_t* r = r_;
    if (rc != NGX_ERROR && rc <= NGX_OK && !r->header_only) {
        rc = ngx_http_output_filter(r, body_);
    }
    ngx_http_finalize_request(r, rc);
    return NGX_DONE;
}

}  // namespace robots::nginx
