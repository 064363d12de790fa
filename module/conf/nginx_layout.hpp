// Whether the nginx that loads this module has the structures that the module
// was built for.
//
// nginx compares its version and some options, and no more. A patched nginx of
// the same version loads the module without a word, which then reads wrong
// fields: Debian's 1.22.1 has one bit more in ngx_connection_t than nginx's
// own. So values are written here as this module sees the structures, and
// nginx's own functions and tables are asked what they see there. That happens
// once a load of the configuration, before anything else of this module is
// used.

#pragma once

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// The first structure about which nginx and this module disagree, such as
// "ngx_connection_t"; nullptr if there is none. To be asked after nginx's own
// variables are known, and before those of the configuration are fixed.
const char* find_foreign_structure(ngx_conf_t* cf) noexcept;

// The same as nginx says it: NGX_ERROR and a line that says what to do.
ngx_int_t check_layout(ngx_conf_t* cf) noexcept;

}  // namespace robots::nginx
