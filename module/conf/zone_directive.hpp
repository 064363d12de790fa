// robots_zone: how much memory all workers share.

#ifndef ROBOTS_MODULE_CONF_ZONE_DIRECTIVE_HPP
#define ROBOTS_MODULE_CONF_ZONE_DIRECTIVE_HPP

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

char* set_robots_zone(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;

}  // namespace robots::nginx

#endif
