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

// The facts that judge needs; views last as long as the request. The address is
// the one that realip put in place.
Request facts_of(ngx_http_request_t* r);

// The values of the User-Agent headers after the first, which is the one in
// facts_of. Nearly every request has none; only where there are any, this
// allocates, and may throw std::bad_alloc.
std::vector<std::string_view> further_user_agents(ngx_http_request_t* r);

}  // namespace robots::nginx

#endif
