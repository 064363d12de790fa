// A header of a request, for those that nginx gives no place of their own.

#ifndef ROBOTS_MODULE_NGX_REQUEST_HEADER_HPP
#define ROBOTS_MODULE_NGX_REQUEST_HEADER_HPP

#include <string_view>

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// The value of the first header of that name, which is in lower case; empty if
// there is none.
inline std::string_view request_header(const ngx_http_request_t* r,
                                       std::string_view name) {
    const ngx_list_part_t* part = &r->headers_in.headers.part;
    for (; part != nullptr; part = part->next) {
        const auto* headers = static_cast<const ngx_table_elt_t*>(part->elts);
        for (ngx_uint_t i = 0; i < part->nelts; i++) {
            if (view({headers[i].key.len, headers[i].lowcase_key}) == name) {
                return view(headers[i].value);
            }
        }
    }
    return {};
}

}  // namespace robots::nginx

#endif
