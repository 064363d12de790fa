// The directives "robots_policy" and "robots_policy_root".

#ifndef ROBOTS_MODULE_CONF_POLICY_DIRECTIVE_HPP
#define ROBOTS_MODULE_CONF_POLICY_DIRECTIVE_HPP

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// robots_policy FILE [name=value ...]: loads the policy into the main
// configuration. Each error is a log line that starts with "file:line:col".
char* set_robots_policy(ngx_conf_t* cf, ngx_command_t* cmd,
                        void* conf) noexcept;

// robots_policy_root DIR, which may repeat: the policy's files must be below
// one of these folders. Comes before robots_policy, which is loaded at once.
char* set_robots_policy_root(ngx_conf_t* cf, ngx_command_t* cmd,
                             void* conf) noexcept;

}  // namespace robots::nginx

#endif
