// Checks whether the running nginx has the same structures as the nginx for
// which the module was built.
//
// When nginx loads a module, it compares only its own version and some build
// options with those of the module. So a patched nginx of the same version
// loads the module without an error, but the module then reads wrong fields.
// For example, ngx_connection_t has one more bit in Debian's 1.22.1 than in the
// original 1.22.1. Therefore this module fills its own structures with values,
// and checks that nginx's functions read the same values from them. It also
// checks that nginx's tables have the same offsets of members. The check runs
// each time nginx loads the configuration, before any other code of this
// module.

#pragma once

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// Returns the name of the first structure that is different in nginx and in
// this module, for example "ngx_connection_t"; nullptr if all are equal. Call
// this function in preconfiguration, when nginx has declared its own variables.
const char* find_foreign_structure(ngx_conf_t* cf) noexcept;

// Calls find_foreign_structure(). If a structure is different, logs what the
// admin can do, and returns NGX_ERROR. Otherwise returns NGX_OK.
ngx_int_t check_layout(ngx_conf_t* cf) noexcept;

}  // namespace robots::nginx
