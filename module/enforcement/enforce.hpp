// Enforces the policy: judges requests, and acts on the verdict.

#pragma once

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// The handler in the PREACCESS phase, which "satisfy any" does not bypass.
// Judges each main request of a crawler once, and logs, delays or refuses it as
// the policy says. Returns NGX_DECLINED to let a request pass.
ngx_int_t enforce_policy(ngx_http_request_t* r) noexcept;

}  // namespace robots::nginx
