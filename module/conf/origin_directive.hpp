// The directive "robots_origin".

#ifndef ROBOTS_MODULE_CONF_ORIGIN_DIRECTIVE_HPP
#define ROBOTS_MODULE_CONF_ORIGIN_DIRECTIVE_HPP

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// robots_origin VALUE: what the client asked for, with variables. An empty
// value, which takes back that of "http", is as good as none. One without
// variables must be an origin.
char* set_robots_origin(ngx_conf_t* cf, ngx_command_t* cmd,
                        void* conf) noexcept;

}  // namespace robots::nginx

#endif
