// The directive "robots_policy".

#ifndef ROBOTS_MODULE_POLICY_DIRECTIVE_HPP
#define ROBOTS_MODULE_POLICY_DIRECTIVE_HPP

#include "ngx.hpp"

namespace robots::nginx {

// robots_policy FILE [name=value ...]: loads the policy into the main
// configuration. What is wrong in it becomes log lines that start with
// "file:line:col".
char* set_robots_policy(ngx_conf_t* cf, ngx_command_t* cmd,
                        void* conf) noexcept;

}  // namespace robots::nginx

#endif
