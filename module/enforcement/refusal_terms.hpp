// What a refusal says to programs: its headers, and its body as JSON.

#pragma once

#include <string>
#include <string_view>

#include "module/enforcement/request_context.hpp"

namespace robots::nginx {

// Adds the headers that the policy asks for and that go with the verdict:
// crawler-price (Cloudflare's pay per crawl), Link and WWW-Authenticate (RSL
// 1.0, 6.3), RateLimit and RateLimit-Policy
// (draft-ietf-httpapi-ratelimit-headers-10). Throws std::bad_alloc.
void add_terms(ngx_http_request_t* r, const RequestContext& context);

// A Link header for each of these licences. Throws std::bad_alloc.
void add_license_links(ngx_http_request_t* r,
                       const std::vector<Body>& licenses);

// Whether the client would rather read JSON than text. Throws std::bad_alloc.
bool wants_problem_json(ngx_http_request_t* r);

// The refusal as application/problem+json (RFC 9457), in ASCII. `detail` is its
// text. Throws std::bad_alloc.
std::string problem_json(ngx_http_request_t* r, const RequestContext& context,
                         std::string_view detail);

// The robots.txt that decided.
const Revision& revision_of(const RequestContext& context);

// Whether the line that was broken is in no robots.txt, and stays unsaid.
bool is_private(const Verdict& verdict);

// Whether the client may come back, and the header says when.
bool has_retry_after(const Verdict& verdict);

}  // namespace robots::nginx
