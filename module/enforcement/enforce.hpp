// Enforces the policy: judges requests, and acts on the verdict.

#pragma once

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// The handler in the PREACCESS phase. "satisfy any" does not bypass this phase.
// Judges each main request of a crawler once, and logs, delays or refuses the
// request as the policy says. Returns NGX_DECLINED if the request may pass.
ngx_int_t enforce_policy(ngx_http_request_t* r) noexcept;

}  // namespace robots::nginx
