// The servers and locations of nginx.conf, after all of it was read.

#pragma once

#include <functional>

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

struct SrvConf;
struct LocConf;

using Server = ngx_http_core_srv_conf_t;
using Location = ngx_http_core_loc_conf_t;

// A condition on one location; `confs` has the location's configuration of each
// module.
using HoldsAt = std::function<bool(void** confs)>;

// Returns the configuration of a listed location. nginx lists configurations.
// Angie lists objects that point to configurations, since a location of Angie
// may have several names.
inline const Location* configuration_of(const Location* listed) {
    return listed;
}
template <typename Listed>
const Location* configuration_of(const Listed* listed) {
    return listed != nullptr ? listed->conf : nullptr;
}

// Returns the core module's configuration of a location.
Location& core_of(void** confs);

// Return this module's configuration of a server or of a location.
const SrvConf& robots_of(const Server& server);
const LocConf& robots_of(void** confs);

// Calls `visit` for each server with "robots on".
void each_served(ngx_conf_t* cf, const std::function<void(Server&)>& visit);
// Returns the first server with "robots on" for which `holds` is true; nullptr
// if there is none.
const Server* first_served(ngx_conf_t* cf,
                           const std::function<bool(const Server&)>& holds);

// Returns the first location of a server for which `holds` is true; nullptr if
// there is none. A server without "location /" handles some requests outside
// all locations, so that its own configuration counts as a location, too.
const Location* first_place(const Server& server, const HoldsAt& holds);

}  // namespace robots::nginx
