// "robots_signature_rate" and "robots_signature_test_keys".

#ifndef ROBOTS_MODULE_CONF_SIGNATURE_DIRECTIVES_HPP
#define ROBOTS_MODULE_CONF_SIGNATURE_DIRECTIVES_HPP

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// Handlers of the two directives; `conf` is the MainConf.
char* set_robots_signature_rate(ngx_conf_t* cf, ngx_command_t* cmd,
                                void* conf) noexcept;
char* set_robots_signature_test_keys(ngx_conf_t* cf, ngx_command_t* cmd,
                                     void* conf) noexcept;

}  // namespace robots::nginx

#endif
