// Enforces the policy: judges requests, and acts on the verdict.

#pragma once

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// PREACCESS, which no "satisfy any" bypasses: judges each main request once and
// logs, delays or refuses it as the policy says. NGX_DECLINED lets it pass.
ngx_int_t enforce_policy(ngx_http_request_t* r) noexcept;

}  // namespace robots::nginx
