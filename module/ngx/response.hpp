// Responses that this module sends itself. error_page does not replace these
// responses, because a crawler would misunderstand a redirect or an error page.

#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// A media type as nginx stores it: the text with its parameters, and the length
// of the part before the parameters.
struct MediaType {
    // NOLINTNEXTLINE(google-explicit-constructor)
    constexpr MediaType(std::string_view with_parameters)
        : text(with_parameters),
          bare(std::min(text.find(';'), text.size())),
          // A type without parameters, for example JSON, gets no "charset" (RFC
          // 8259 11).
          charset(bare < text.size() ? "utf-8" : "") {}

    std::string_view text;
    std::size_t bare;
    std::string_view charset;
};

// Returns `wait` in seconds, for Retry-After: rounded up, and at least 1 (RFC
// 9110 10.2.3).
constexpr std::int64_t whole_seconds(std::chrono::milliseconds wait) {
    return std::max<std::int64_t>((wait.count() + 999) / 1000, 1);
}

// Builds a response and sends it. The functions may throw std::bad_alloc until
// the response is sent.
class Response {
  public:
    explicit Response(ngx_http_request_t* r) : r_(r) {
        // Prevents error_page from applying when a filter changes the status to
        // 412 or 416.
        r_->error_page = 1;
    }

    // Adds a header, as add_header() does.
    ngx_table_elt_t* header(std::string_view name, ngx_str_t value) {
        return add_header(r_, name, value);
    }

    // Sets Cache-Control. An "expires" directive of nginx.conf, which is meant
    // for other files, does not change this header.
    void cache_control(ngx_str_t value);

    // Sets the ETag. `value` includes the quotes. nginx compares If-None-Match
    // with the ETag.
    void etag(ngx_str_t value) { r_->headers_out.etag = header("ETag", value); }

    // Sets Cache-Control, ETag and Last-Modified. `modified` and
    // `modified_date` are the same time, as a number and as text. nginx's
    // filters compare the conditions of the request with `modified` and the
    // ETag.
    void cacheable(ngx_str_t cache_control, ngx_str_t etag_value,
                   time_t modified, ngx_str_t modified_date);

    void retry_after(std::chrono::milliseconds wait);

    // Appends `text` to the body without copying its octets, so `text` must
    // outlive the request.
    void append(ngx_str_t text);

    // Sets the media type. The default is text/plain in UTF-8. The text of
    // `type` must outlive the request.
    void content_type(MediaType type) { content_type_ = type; }

    // Sends the response and finalizes the request. The request must not be
    // used afterwards. A response to HEAD has no body. Returns NGX_DONE, which
    // the phase handler must return.
    ngx_int_t send(ngx_uint_t status) { return finish(send_header(status)); }

    // Works like send(status), but also calls `sent` with the status that was
    // really sent: filters may change the status (206, 304, 412, ...). `sent`
    // must not throw.
    template <typename Sent>
    ngx_int_t send(ngx_uint_t status, Sent sent) {
        const ngx_int_t rc = send_header(status);
        sent(rc >= NGX_HTTP_SPECIAL_RESPONSE ? static_cast<ngx_uint_t>(rc)
                                             : r_->headers_out.status);
        return finish(rc);
    }

    // Sends `text` with "Cache-Control: no-store". `text` must outlive the
    // request.
    static ngx_int_t send_text(ngx_http_request_t* r, ngx_uint_t status,
                               std::string_view text) {
        Response response(r);
        response.cache_control(str("no-store"));
        response.append(str(text));
        return response.send(status);
    }

  private:
    // Headers that are never sent. An "expires" directive, which is meant for
    // other files, writes into these headers and not into the real ones.
    struct StandIns {
        ngx_table_elt_t expires;
        ngx_table_elt_t cache_control;
        ngx_table_elt_t* cache_controls[1];
    };

    template <typename T>
    static T* allocate(ngx_pool_t* pool) {
        void* memory = ngx_palloc(pool, sizeof(T));
        if (memory == nullptr) {
            throw std::bad_alloc();
        }
        return new (memory) T;
    }

    void shield(ngx_table_elt_t& cache_control);
    ngx_buf_t& add_buf();
    static ngx_int_t discard_unasked(ngx_http_request_t* r);
    ngx_int_t send_header(ngx_uint_t status);
    ngx_int_t finish(ngx_int_t rc) const {
        if (rc >= NGX_HTTP_SPECIAL_RESPONSE && cache_control_ != nullptr) {
            cache_control_->value = str("no-store");
        }
        return finish(r_, first_, rc);
    }
    static ngx_int_t finish(ngx_http_request_t* r, ngx_chain_t* body,
                            ngx_int_t rc);

    ngx_http_request_t* r_;
    ngx_chain_t* first_ = nullptr;  // the start of the body
    ngx_chain_t* last_ = nullptr;
    // The Cache-Control header. Its value becomes "no-store" if nginx answers
    // with an error (400, 416): a cache that stored the error would hide the
    // file from crawlers.
    ngx_table_elt_t* cache_control_ = nullptr;
    MediaType content_type_{"text/plain; charset=utf-8"};
    off_t length_ = 0;
};

}  // namespace robots::nginx
