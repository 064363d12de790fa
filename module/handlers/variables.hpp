// The variables $robots_site, $robots_verdict and so on.

#ifndef ROBOTS_MODULE_HANDLERS_VARIABLES_HPP
#define ROBOTS_MODULE_HANDLERS_VARIABLES_HPP

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// Declares the variables; preconfiguration.
ngx_int_t add_variables(ngx_conf_t* cf) noexcept;

}  // namespace robots::nginx

#endif
