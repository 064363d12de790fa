// Requests with several User-Agent headers, which neither crawlers nor browsers
// send (RFC 9110 5.3).
//
// An application behind nginx may see any of the headers, so that each names
// somebody. But reading one takes time, and a request has room for thousands:
// only so many are read, and a request with more is refused where the policy
// refuses anybody, rather than judged by some of its names.

#ifndef ROBOTS_MODULE_ENFORCEMENT_USER_AGENTS_HPP
#define ROBOTS_MODULE_ENFORCEMENT_USER_AGENTS_HPP

#include "module/enforcement/request_context.hpp"
#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// User-Agent headers of a request that are read at most.
constexpr std::size_t kMaxUserAgents = 8;

bool has_several_user_agents(ngx_http_request_t* r);
bool has_too_many_user_agents(ngx_http_request_t* r);

// The crawler that the request is judged as, by its first kMaxUserAgents
// headers: of those that they name the one that the policy is strictest with.
// Where they name some, the request's context keeps it. Throws std::bad_alloc.
Sighting take_strictest(ngx_http_request_t* r);

// Refuses a request that has too many of them, as nginx refuses one with two
// Host headers: the answer is 400.
ngx_int_t refuse_user_agents(ngx_http_request_t* r, RequestContext& context);

}  // namespace robots::nginx

#endif
