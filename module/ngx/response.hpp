// Responses that this module sends itself. error_page does not replace them: a
// redirect or a page instead would mean something else to a crawler.

#ifndef ROBOTS_MODULE_NGX_RESPONSE_HPP
#define ROBOTS_MODULE_NGX_RESPONSE_HPP

#include <algorithm>

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// A type as nginx keeps those of upstreams: with its parameters, and its length
// without them.
struct MediaType {
    // NOLINTNEXTLINE(google-explicit-constructor)
    constexpr MediaType(std::string_view with_parameters)
        : text(with_parameters),
          bare(std::min(text.find(';'), text.size())),
          // A type without it has no parameter "charset" (RFC 8259 11).
          charset(bare < text.size() ? "utf-8" : "") {}

    std::string_view text;
    std::size_t bare;
    std::string_view charset;
};

// A response under construction. Throws std::bad_alloc until it is sent. What a
// robots.txt needs is inline, so that it compiles to one function.
class Response {
  public:
    explicit Response(ngx_http_request_t* r)
        : r_(r), parts_(*allocate<Parts>(r->pool)) {
        // No error_page for what filters make of this response either (412,
        // 416).
        r_->error_page = 1;
    }

    // `name` and `value` must last as long as the request.
    ngx_table_elt_t* header(std::string_view name, ngx_str_t value);

    // Crawlers keep a robots.txt no longer than the policy says, whatever
    // "expires" says of other files.
    void cache_control(ngx_str_t value);

    // A validator in quotes, with which nginx compares If-None-Match.
    void etag(ngx_str_t value) { r_->headers_out.etag = header("ETag", value); }

    // Cache-Control, an ETag, and Last-Modified as a number and as HTTP writes
    // it: nginx's own filters compare the request's conditions with both.
    void cacheable(ngx_str_t cache_control, ngx_str_t etag, time_t modified,
                   ngx_str_t modified_date);

    // In seconds, rounded up, at least 1 (RFC 9110 10.2.3).
    void retry_after(ngx_msec_t wait);

    // Adds octets to the end of the body; they are not copied.
    void append(ngx_str_t text);

    // Instead of text/plain in UTF-8: a type with its parameters, which
    // outlives the request.
    void content_type(MediaType type) { content_type_ = type; }

    // Sends everything (no body to HEAD) and ends the request, which must not
    // be used any more. Returns NGX_DONE, for the phase handler to return.
    ngx_int_t send(ngx_uint_t status) { return finish(send_header(status)); }

    // The same; calls `sent`, which must not throw, with the status after all
    // filters (206, 304, 412, ...).
    template <typename Sent>
    ngx_int_t send(ngx_uint_t status, Sent sent) {
        const ngx_int_t rc = send_header(status);
        sent(rc >= NGX_HTTP_SPECIAL_RESPONSE ? static_cast<ngx_uint_t>(rc)
                                             : r_->headers_out.status);
        return finish(rc);
    }

  private:
    // What an "expires" that is meant for other files finds to write into. None
    // of it is ever sent.
    struct StandIns {
        ngx_table_elt_t expires;
        ngx_table_elt_t cache_control;
        ngx_table_elt_t* cache_controls[1];
    };

    // What nearly all responses need, in one piece of memory.
    struct Parts {
        StandIns stand_ins;
        ngx_buf_t first_buf;
        ngx_chain_t first_link;
    };

    template <typename T>
    static T* allocate(ngx_pool_t* pool) {
        void* memory = ngx_palloc(pool, sizeof(T));
        if (memory == nullptr) {
            throw std::bad_alloc();
        }
        return new (memory) T;
    }

    // Places for so many headers in a row, as from nginx's ngx_list_push; at
    // most as many as a part of the list has.
    ngx_table_elt_t* places(ngx_uint_t count);
    static void pad(ngx_list_t& list, ngx_uint_t count);
    static ngx_table_elt_t* fill(ngx_table_elt_t* header, std::string_view name,
                                 ngx_str_t value);
    void shield(ngx_table_elt_t& cache_control);
    ngx_buf_t& add_buf();
    static ngx_int_t discard_unasked(ngx_http_request_t* r);
    ngx_int_t send_header(ngx_uint_t status);
    ngx_int_t finish(ngx_int_t rc) const {
        if (rc >= NGX_HTTP_SPECIAL_RESPONSE && cache_control_ != nullptr) {
            cache_control_->value = str("no-store");
        }
        return finish(r_, &parts_.first_link, rc);
    }
    static ngx_int_t finish(ngx_http_request_t* r, ngx_chain_t* body,
                            ngx_int_t rc);

    ngx_http_request_t* r_;
    Parts& parts_;
    ngx_chain_t* last_ =
        nullptr;  // of the body; the first is parts_.first_link
    // What nginx makes of the response instead (400, 416) is not the file: a
    // cache that kept it would keep the file from crawlers.
    ngx_table_elt_t* cache_control_ = nullptr;
    MediaType content_type_{"text/plain; charset=utf-8"};
    off_t length_ = 0;
};

inline ngx_table_elt_t* Response::places(ngx_uint_t count) {
    ngx_list_t& list = r_->headers_out.headers;
    if (list.nalloc - list.last->nelts < count) {
        pad(list, count);
    }
    ngx_list_part_t& part = *list.last;
    auto* first = static_cast<ngx_table_elt_t*>(part.elts) + part.nelts;
    part.nelts += count;
    return first;
}

inline ngx_table_elt_t* Response::fill(ngx_table_elt_t* header,
                                       std::string_view name, ngx_str_t value) {
    *header = {};
    header->hash = 1;
    header->key = str(name);
    header->value = value;
    return header;
}

inline ngx_table_elt_t* Response::header(std::string_view name,
                                         ngx_str_t value) {
    return fill(places(1), name, value);
}

inline void Response::cache_control(ngx_str_t value) {
    shield(*header("Cache-Control", value));
}

inline void Response::cacheable(ngx_str_t cache_control, ngx_str_t etag,
                                time_t modified, ngx_str_t modified_date) {
    ngx_table_elt_t* place = places(3);
    shield(*fill(place, "Cache-Control", cache_control));
    auto& headers = r_->headers_out;
    headers.etag = fill(place + 1, "ETag", etag);
    headers.last_modified_time = modified;
    // A header that is there already nginx does not write out once more.
    headers.last_modified = fill(place + 2, "Last-Modified", modified_date);
}

inline void Response::shield(ngx_table_elt_t& cache_control) {
    cache_control_ = &cache_control;
    StandIns& stand_ins = parts_.stand_ins;
    stand_ins.expires = {};
    stand_ins.cache_control = cache_control;
    auto& headers = r_->headers_out;
    headers.expires = &stand_ins.expires;
    // nginx 1.22 keeps these in an array, later versions in a list.
#if (nginx_version >= 1023000)
    headers.cache_control = &stand_ins.cache_control;
#else
    stand_ins.cache_controls[0] = &stand_ins.cache_control;
    headers.cache_control = {stand_ins.cache_controls, 1,
                             sizeof(ngx_table_elt_t*), 1, r_->pool};
#endif
}

inline ngx_buf_t& Response::add_buf() {
    ngx_buf_t* buf = &parts_.first_buf;
    ngx_chain_t* link = &parts_.first_link;
    if (last_ != nullptr) {
        buf = allocate<ngx_buf_t>(r_->pool);
        link = allocate<ngx_chain_t>(r_->pool);
        last_->next = link;
    }
    *buf = {};
    *link = {buf, nullptr};
    last_ = link;
    return *buf;
}

inline void Response::append(ngx_str_t text) {
    if (text.len == 0) {
        return;
    }
    ngx_buf_t& buf = add_buf();
    buf.pos = buf.start = text.data;
    buf.last = buf.end = text.data + text.len;
    buf.memory = 1;
    length_ += static_cast<off_t>(text.len);
}

inline ngx_int_t Response::send_header(ngx_uint_t status) {
    // Without a text, an empty buffer marks the end.
    ngx_buf_t& last = last_ != nullptr ? *last_->buf : add_buf();
    last.last_buf = r_ == r_->main;  // a part of a page does not end it
    last.last_in_chain = 1;

    // The status that an "error_page ... =200" before this has asked for.
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

}  // namespace robots::nginx

#endif
