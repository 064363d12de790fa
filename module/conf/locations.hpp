// The servers and locations of nginx.conf, as they are once all of it is read.

#ifndef ROBOTS_MODULE_CONF_LOCATIONS_HPP
#define ROBOTS_MODULE_CONF_LOCATIONS_HPP

#include <functional>

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

using Server = ngx_http_core_srv_conf_t;
using Location = ngx_http_core_loc_conf_t;

// A predicate of the configurations of all modules for one location.
using HoldsAt = std::function<bool(void** confs)>;

// The core module's part of them.
Location& core_of(void** confs);

// Calls `visit` for each server with "robots on", until it returns false.
void each_served(ngx_conf_t* cf, const std::function<bool(Server&)>& visit);

// The first place of a server for which `holds` is true: a location, or the
// server's own configuration if requests can end there, because there is no
// "location /". nullptr: none.
const Location* first_place(const Server& server, const HoldsAt& holds);

}  // namespace robots::nginx

#endif
