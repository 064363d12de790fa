// A warning if the policy needs a resolver and the configuration has none.

#ifndef ROBOTS_MODULE_CONF_RESOLVER_WARNING_HPP
#define ROBOTS_MODULE_CONF_RESOLVER_WARNING_HPP

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// Warns if the policy throttles or refuses impostors that only reverse names
// can detect, and a location with "robots on" and "robots_enforce on" has no
// "resolver". One line, about the first such location. Call it in
// postconfiguration, when location trees are built.
void warn_of_missing_resolver(ngx_conf_t* cf) noexcept;

}  // namespace robots::nginx

#endif
