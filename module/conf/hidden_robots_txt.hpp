// Warns of a robots.txt that "robots on" hides.

#ifndef ROBOTS_MODULE_CONF_HIDDEN_ROBOTS_TXT_HPP
#define ROBOTS_MODULE_CONF_HIDDEN_ROBOTS_TXT_HPP

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// For each server with "robots on", warns of an exact location and of a file
// that would answer /robots.txt without it. For postconfiguration, when
// location trees are built.
void warn_of_hidden_robots_txt(ngx_conf_t* cf) noexcept;

}  // namespace robots::nginx

#endif
