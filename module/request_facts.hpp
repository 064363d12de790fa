// What a request says about itself, in the policy's terms.

#ifndef ROBOTS_MODULE_REQUEST_FACTS_HPP
#define ROBOTS_MODULE_REQUEST_FACTS_HPP

#include <string_view>
#include <vector>

#include "host.hpp"
#include "judge.hpp"
#include "ngx.hpp"

namespace robots::nginx {

// Whom the client asked: the host as nginx validated it, in its canonical
// spelling (empty where there is none), the port it connected to and the
// scheme it spoke. With the PROXY protocol both are the proxy's: its port, and
// https on port 443. Behind a Unix socket the port is the scheme's default.
// Throws std::bad_alloc.
Authority authority_of(ngx_http_request_t* r);

// The site that was asked, or nullptr. Throws std::bad_alloc.
const Site* find_site(ngx_http_request_t* r, const Policy& policy);

// An address in network order: 4 octets, also where it is mapped into IPv6, or
// 16. Empty for a Unix socket. A view into `address`.
std::string_view octets_of(const sockaddr* address);

// The value of the first User-Agent header, empty where there is none.
inline std::string_view user_agent_of(const ngx_http_request_t* r) {
    const ngx_table_elt_t* header = r->headers_in.user_agent;
    return header != nullptr ? view(header->value) : std::string_view{};
}

// The facts that judge needs; views last as long as the request. The address is
// the one that realip put in place.
Request facts_of(ngx_http_request_t* r);

// The User-Agent header that follows `header`, which is one of the request's;
// nullptr where there is none, as in nearly all requests.
const ngx_table_elt_t* next_user_agent(const ngx_http_request_t* r,
                                       const ngx_table_elt_t* header);

}  // namespace robots::nginx

#endif
