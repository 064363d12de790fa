// The parts of a refusal that programs read: headers, and the body as JSON.

#pragma once

#include <string>
#include <string_view>

#include "module/enforcement/request_context.hpp"

namespace robots::nginx {

// Adds headers with the terms under which a crawler may crawl: crawler-price
// (Cloudflare's pay per crawl), Link and WWW-Authenticate (RSL 1.0, 6.3),
// RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-10).
// Adds only headers that the policy sets and that fit the verdict. Throws
// std::bad_alloc.
void add_terms(ngx_http_request_t* r, const RequestContext& context);

// Adds a Link header for each licence. Throws std::bad_alloc.
void add_license_links(ngx_http_request_t* r,
                       const std::vector<Body>& licenses);

// Whether the client prefers JSON to text. Throws std::bad_alloc.
bool wants_problem_json(ngx_http_request_t* r);

// Returns the refusal as application/problem+json (RFC 9457), in ASCII.
// `detail` is the text of the refusal. Throws std::bad_alloc.
std::string problem_json(ngx_http_request_t* r, const RequestContext& context,
                         std::string_view detail);

// Returns the revision of the robots.txt by which the request was judged.
const Revision& revision_of(const RequestContext& context);

// Whether the request was judged by a private group, which the robots.txt does
// not publish. Then the refusal names neither the group nor the violated line.
bool is_private(const Verdict& verdict);

// Whether a later request could succeed. If so, the refusal has a Retry-After.
bool has_retry_after(const Verdict& verdict);

}  // namespace robots::nginx
