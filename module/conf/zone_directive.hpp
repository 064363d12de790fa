// robots_zone: how much memory all workers share.

#ifndef ROBOTS_MODULE_CONF_ZONE_DIRECTIVE_HPP
#define ROBOTS_MODULE_CONF_ZONE_DIRECTIVE_HPP

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

struct MainConf;

char* set_robots_zone(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;

// Warns if the status has no room for as many crawlers as a site of the policy
// sees. Once the zone is open.
void warn_of_small_zone(ngx_conf_t* cf, MainConf& main) noexcept;

}  // namespace robots::nginx

#endif
