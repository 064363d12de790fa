// Checks whether the running nginx has the same structures as the nginx for
// which the module was built.
//
// nginx compares only its version and some options. A patched nginx of the same
// version loads the module without an error, but the module then reads wrong
// fields: Debian's 1.22.1 has one more bit in ngx_connection_t than nginx's
// own. So this module writes values into its own structures, and checks that
// nginx's functions read the same values there, and that nginx's tables have
// the same offsets. The check runs once per load of the configuration, before
// anything else of this module is used.

#pragma once

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// Returns the first structure about which nginx and this module disagree, such
// as "ngx_connection_t"; nullptr if there is none. Call it in preconfiguration,
// when nginx has declared its own variables.
const char* find_foreign_structure(ngx_conf_t* cf) noexcept;

// Makes the same check. If it finds a structure, logs what to do and returns
// NGX_ERROR.
ngx_int_t check_layout(ngx_conf_t* cf) noexcept;

}  // namespace robots::nginx
