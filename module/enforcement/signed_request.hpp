// Requests that are signed by their senders
// (policy/signature/web_bot_auth.hpp).
//
// nginx looks up each header's name in a table of known headers. If the policy
// has keys, Signature-Input is added to that table. The handler in the table
// makes a context for a request with this header. So a request without a
// signature costs nothing extra.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "module/enforcement/request_context.hpp"
#include "module/ngx/ngx.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/signature/web_bot_auth.hpp"

namespace robots::nginx {

// Adds Signature-Input to nginx's table, if the policy has keys.
ngx_int_t watch_for_signatures(ngx_conf_t* cf) noexcept;

// Whether a key of the crawler signed the request of this context.
bool is_signed_by(const MainConf& conf, const RequestContext& context,
                  const Sighting& crawler);
// Does the same for the context of the main request of `r`; false if it has no
// context.
bool is_signed_by(ngx_http_request_t* r, const Sighting& crawler);

// Checks the signature of a request, if there is one and it was not checked
// before. Throws std::bad_alloc.
void check_signature(ngx_http_request_t* r, RequestContext& context);

// Returns the sender of a request whose signature was checked and whose
// User-Agent headers name `named` (policy/crawlers/identity.hpp). Stores the
// sender in the context and counts the signature, so call it once for each
// request.
Sighting named_by_signature(ngx_http_request_t* r, RequestContext& context,
                            const Sighting& named);

// Returns the result of checking the request's signature; `none` if it has
// no signature, or if the signature was not checked.
signature::Result signature_of(ngx_http_request_t* r);

}  // namespace robots::nginx
