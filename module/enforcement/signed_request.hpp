// Handles requests with a signature of their sender
// (policy/signature/web_bot_auth.hpp).
//
// nginx looks up the name of each header in a hash table of known headers. If
// the policy has keys, this module adds Signature-Input to that table. The
// handler of this table entry marks the request as signed
// (RequestContext::is_signed). So requests without a signature take no extra
// time.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "module/enforcement/request_context.hpp"
#include "module/ngx/ngx.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/signature/web_bot_auth.hpp"

namespace robots::nginx {

// Adds Signature-Input to nginx's table of headers, if the policy has keys.
ngx_int_t watch_for_signatures(ngx_conf_t* cf) noexcept;

// Whether the request of `context` is signed with a key of the crawler.
bool is_signed_by(const MainConf& conf, const RequestContext& context,
                  const Sighting& crawler);
// Whether the main request of `r` is signed with a key of the crawler. False if
// that request has no context.
bool is_signed_by(ngx_http_request_t* r, const Sighting& crawler);

// Checks the signature of a request, if the request is signed and the signature
// was not checked before. Stores the result in `context`. Throws
// std::bad_alloc.
void check_signature(ngx_http_request_t* r, RequestContext& context);

// Returns the crawler that sent a request, by the signature of the request and
// its User-Agent headers (signed_sender() in policy/crawlers/identity.hpp).
// `named` is the crawler that the headers name. The signature must have been
// checked before. Stores the crawler in `context` and counts the signature, so
// call this function once for each request.
Sighting named_by_signature(ngx_http_request_t* r, RequestContext& context,
                            const Sighting& named);

// Returns the result of checking the request's signature; `none` if it has
// no signature, or if the signature was not checked.
signature::Result signature_of(ngx_http_request_t* r);

}  // namespace robots::nginx
