// The servers and locations of nginx.conf, as they are once all of it is read.

#pragma once

#include <functional>

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

struct SrvConf;
struct LocConf;

using Server = ngx_http_core_srv_conf_t;
using Location = ngx_http_core_loc_conf_t;

// A condition on the configurations that all modules have of one location.
using HoldsAt = std::function<bool(void** confs)>;

// What nginx lists for a location is its configuration; what Angie lists has
// it, since one location may have several names there.
inline const Location* configuration_of(const Location* listed) {
    return listed;
}
template <typename Listed>
const Location* configuration_of(const Listed* listed) {
    return listed != nullptr ? listed->conf : nullptr;
}

// The core module's part of them.
Location& core_of(void** confs);

// What this module has of a server, and of a location.
const SrvConf& robots_of(const Server& server);
const LocConf& robots_of(void** confs);

// Calls `visit` for each server with "robots on".
void each_served(ngx_conf_t* cf, const std::function<void(Server&)>& visit);
// The first of them for which `holds`; nullptr: none.
const Server* first_served(ngx_conf_t* cf,
                           const std::function<bool(const Server&)>& holds);

// The first place of a server for which `holds` is true: a location, or the
// server's own configuration if requests can end there, because there is no
// "location /". nullptr: none.
const Location* first_place(const Server& server, const HoldsAt& holds);

}  // namespace robots::nginx
