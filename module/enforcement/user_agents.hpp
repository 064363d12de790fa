// Requests with several User-Agent headers, which neither crawlers nor browsers
// send (RFC 9110 5.3).
//
// An application behind nginx may see any of the headers, so each of them
// counts. But reading them takes time, and a request has room for thousands. So
// only kMaxUserAgents are read. A request with more is refused if the policy
// throttles or rejects anything: some of its names would not be judged.

#ifndef ROBOTS_MODULE_ENFORCEMENT_USER_AGENTS_HPP
#define ROBOTS_MODULE_ENFORCEMENT_USER_AGENTS_HPP

#include "module/enforcement/request_context.hpp"
#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// At most so many User-Agent headers of a request are read.
constexpr std::size_t kMaxUserAgents = 8;

bool has_several_user_agents(ngx_http_request_t* r);
bool has_too_many_user_agents(ngx_http_request_t* r);

// The crawler that the request is judged as: of all that its first
// kMaxUserAgents headers name, the one that the policy is strictest with. If
// there is one, the request's context keeps it. Throws std::bad_alloc.
Sighting take_strictest(ngx_http_request_t* r);

// Answers 400 to a request with too many of them, as nginx does to a request
// with two Host headers.
ngx_int_t refuse_user_agents(ngx_http_request_t* r, RequestContext& context);

}  // namespace robots::nginx

#endif
