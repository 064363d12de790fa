// robots_fleet: the servers that keep the budgets of several nginx.

#ifndef ROBOTS_MODULE_CONF_FLEET_DIRECTIVE_HPP
#define ROBOTS_MODULE_CONF_FLEET_DIRECTIVE_HPP

#include "module/conf/configuration.hpp"
#include "module/ngx/ngx.hpp"

namespace robots::nginx {

char* set_robots_fleet(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;

// For a worker that begins: connects to the fleet's servers, if there are any.
// Throws std::bad_alloc.
void join_fleet(MainConf& conf);

// For a worker that exits. What waits for an answer is told that none comes.
void leave_fleet(MainConf& conf) noexcept;

}  // namespace robots::nginx

#endif
