// Responses that this module sends itself, past error_page: a redirect or a
// page in its place would mean something else to a crawler.

#ifndef ROBOTS_MODULE_RESPONSE_HPP
#define ROBOTS_MODULE_RESPONSE_HPP

#include "ngx.hpp"

namespace robots::nginx {

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
    void content_type(std::string_view type) { content_type_ = type; }

    // Sends everything, without the body to HEAD, and ends the request, which
    // must not be used any more. NGX_DONE, for the phase handler to return.
    ngx_int_t send(ngx_uint_t status);

  private:
    ngx_buf_t* add_buf();

    ngx_http_request_t* r_;
    ngx_chain_t* body_ = nullptr;
    ngx_chain_t** end_ = &body_;
    ngx_buf_t* last_ = nullptr;
    std::string_view content_type_;
    off_t length_ = 0;
};

}  // namespace robots::nginx

#endif
