// The directives "robots_enforce" and "robots_log_rate".

#ifndef ROBOTS_MODULE_CONF_LOCATION_DIRECTIVES_HPP
#define ROBOTS_MODULE_CONF_LOCATION_DIRECTIVES_HPP

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// robots_enforce on | log | off, by the table in cmd->post.
char* set_robots_enforce(ngx_conf_t* cf, ngx_command_t* cmd,
                         void* conf) noexcept;

// robots_log_rate RATE | off.
char* set_robots_log_rate(ngx_conf_t* cf, ngx_command_t* cmd,
                          void* conf) noexcept;

}  // namespace robots::nginx

#endif
