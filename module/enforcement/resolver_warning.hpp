// A policy that needs a resolver, and a configuration that has none.

#ifndef ROBOTS_MODULE_ENFORCEMENT_RESOLVER_WARNING_HPP
#define ROBOTS_MODULE_ENFORCEMENT_RESOLVER_WARNING_HPP

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// Warns where the policy throttles or refuses impostors that only reverse names
// show, and a location with "robots on" and "robots_enforce on" has no
// "resolver". One line, of the first such location. For postconfiguration, when
// location trees are built.
void warn_of_missing_resolver(ngx_conf_t* cf) noexcept;

}  // namespace robots::nginx

#endif
