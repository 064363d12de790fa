// The directive "robots_status": crawler compliance as a page, as JSON and for
// Prometheus.

#ifndef ROBOTS_MODULE_HANDLERS_STATUS_HPP
#define ROBOTS_MODULE_HANDLERS_STATUS_HPP

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

struct LocConf;

// robots_status [any]: makes a location answer with the status, to clients on
// the same machine or to any.
char* set_robots_status(ngx_conf_t* cf, ngx_command_t* cmd,
                        void* conf) noexcept;

// Gives `location` what its parent has, if it is an "if" or a "limit_except"
// there, which nginx keeps as locations without a name; and the names of its
// server. False: there is no memory.
bool inherit_status(ngx_conf_t* cf, const LocConf& parent, LocConf& location);

}  // namespace robots::nginx

#endif
