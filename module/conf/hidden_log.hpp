// A warning of nginx -t: violations are logged where nobody sees them.

#ifndef ROBOTS_MODULE_CONF_HIDDEN_LOG_HPP
#define ROBOTS_MODULE_CONF_HIDDEN_LOG_HPP

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// Warns once, about the first server whose error_log leaves out lines of
// robots_log_level, and how many there are. For postconfiguration.
void warn_of_hidden_log(ngx_conf_t* cf) noexcept;

}  // namespace robots::nginx

#endif
