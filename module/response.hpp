// Responses that this module sends itself, past error_page: a redirect or a
// page in its place would mean something else to a crawler.

#ifndef ROBOTS_MODULE_RESPONSE_HPP
#define ROBOTS_MODULE_RESPONSE_HPP

#include <algorithm>

#include "ngx.hpp"

namespace robots::nginx {

// As nginx has the types of upstreams: with the parameters, and how long it is
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

// A response under construction. Throws std::bad_alloc until it is sent.
class Response {
  public:
    explicit Response(ngx_http_request_t* r);

    // `name` and `value` must last as long as the request.
    ngx_table_elt_t* header(std::string_view name, ngx_str_t value);

    void cache_control(ngx_str_t value);

    // ETag, and Last-Modified as a number and as HTTP writes it: nginx's own
    // filters compare the request's conditions with them.
    void validators(ngx_str_t etag, time_t modified, ngx_str_t modified_date);

    // In seconds, of which a started one counts as whole; at least 1
    // (RFC 9110 10.2.3).
    void retry_after(ngx_msec_t wait);

    // Octets at the end of the body; not copied.
    void append(ngx_str_t text);

    // What is sent instead of text/plain in UTF-8: a type with its parameters,
    // which outlives the request.
    void content_type(MediaType type) { content_type_ = type; }

    // Sends everything, without the body to HEAD, and ends the request, which
    // must not be used any more. NGX_DONE, for the phase handler to return.
    ngx_int_t send(ngx_uint_t status) { return finish(send_header(status)); }

    // The same; tells `sent`, which must not throw, the status that filters
    // made of it (206, 304, 412, ...).
    template <typename Sent>
    ngx_int_t send(ngx_uint_t status, Sent sent) {
        const ngx_int_t rc = send_header(status);
        sent(rc >= NGX_HTTP_SPECIAL_RESPONSE ? static_cast<ngx_uint_t>(rc)
                                             : r_->headers_out.status);
        return finish(rc);
    }

  private:
    struct Parts;

    ngx_buf_t& add_buf();
    ngx_int_t send_header(ngx_uint_t status);
    ngx_int_t finish(ngx_int_t rc);

    ngx_http_request_t* r_;
    Parts& parts_;
    ngx_chain_t* body_ = nullptr;
    ngx_chain_t** end_ = &body_;
    ngx_buf_t* last_ = nullptr;
    MediaType content_type_{"text/plain; charset=utf-8"};
    off_t length_ = 0;
};

}  // namespace robots::nginx

#endif
