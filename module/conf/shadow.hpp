// Warns of a robots.txt that "robots on" hides.

#ifndef ROBOTS_MODULE_CONF_SHADOW_HPP
#define ROBOTS_MODULE_CONF_SHADOW_HPP

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// For each server with "robots on", warns of an exact location and of a file
// that would answer /robots.txt without it. For postconfiguration, when
// location trees are built.
void warn_of_shadowed(ngx_conf_t* cf) noexcept;

}  // namespace robots::nginx

#endif
