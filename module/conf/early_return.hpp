// A warning of nginx -t: "return" answers before the policy is enforced.

#ifndef ROBOTS_MODULE_CONF_EARLY_RETURN_HPP
#define ROBOTS_MODULE_CONF_EARLY_RETURN_HPP

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// nginx runs "return" in an earlier phase than enforcement. Warns once, about
// the first location that returns 2xx although the policy of its server
// disallows its path to somebody. For postconfiguration.
void warn_of_early_return(ngx_conf_t* cf) noexcept;

}  // namespace robots::nginx

#endif
