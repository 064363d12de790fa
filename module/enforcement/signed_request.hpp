// Requests that their senders have signed (policy/signature/web_bot_auth.hpp).
//
// nginx looks each header's name up in a table of those that it knows. If the
// policy has keys, the table gets Signature-Input, too, so that a request
// without a signature pays nothing: only one with that header is given a
// context before it is looked at.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "module/enforcement/request_context.hpp"
#include "module/ngx/ngx.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/signature/web_bot_auth.hpp"

namespace robots::nginx {

// Adds the header to nginx's table, if the policy has keys.
ngx_int_t watch_for_signatures(ngx_conf_t* cf) noexcept;

// Whether the key of a crawler has signed the request of this context.
bool is_signed_by(const MainConf& conf, const RequestContext& context,
                  const Sighting& crawler);
// The same; false also if it has no context.
bool is_signed_by(ngx_http_request_t* r, const Sighting& crawler);

// Checks the signature of a request that has one, unless it was checked before.
// Throws std::bad_alloc.
void check_signature(ngx_http_request_t* r, RequestContext& context);

// Who sent a request whose signature was checked and whose headers name `named`
// (policy/crawlers/identity.hpp). It stays the same as long as the
// request.
Sighting named_by_signature(ngx_http_request_t* r, RequestContext& context,
                            const Sighting& named);

// What was found of the request's signature; `none` if it has none, or nobody
// has checked it.
signature::Result signature_of(ngx_http_request_t* r);

}  // namespace robots::nginx
