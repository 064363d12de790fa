// Finds servers and locations of nginx.conf. Call these functions when nginx
// has read all of nginx.conf.

#pragma once

#include <functional>

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

struct SrvConf;
struct LocConf;

using Server = ngx_http_core_srv_conf_t;
using Location = ngx_http_core_loc_conf_t;

// A condition on one location. `confs` is the array of all modules'
// configurations for this location.
using HoldsAt = std::function<bool(void** confs)>;

// Returns the configuration of a location from an element of a list of
// locations. In nginx, the element is the configuration. In Angie, the element
// points to the configuration, because a location of Angie may have several
// names.
inline const Location* configuration_of(const Location* listed) {
    return listed;
}
template <typename Listed>
const Location* configuration_of(const Listed* listed) {
    return listed != nullptr ? listed->conf : nullptr;
}

// Returns the configuration that nginx's core HTTP module has for a location.
Location& core_of(void** confs);

// Returns the configuration that this module has for a server or for a
// location.
const SrvConf& robots_of(const Server& server);
const LocConf& robots_of(void** confs);

// Calls `visit` for each server with "robots on".
void each_served(ngx_conf_t* cf, const std::function<void(Server&)>& visit);
// Returns the first server with "robots on" for which `holds` is true; nullptr
// if there is none.
const Server* first_served(ngx_conf_t* cf,
                           const std::function<bool(const Server&)>& holds);

// Returns the first location of a server for which `holds` is true; nullptr if
// there is none. In a server without "location /", some requests match no
// location. So in this case, first_place() first checks the configuration of
// the server itself, in the same way as a location.
const Location* first_place(const Server& server, const HoldsAt& holds);

}  // namespace robots::nginx
