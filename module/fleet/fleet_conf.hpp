// What "robots_fleet" says.

#ifndef ROBOTS_MODULE_FLEET_FLEET_CONF_HPP
#define ROBOTS_MODULE_FLEET_FLEET_CONF_HPP

#include <string>
#include <vector>

#include "module/ngx/ngx.hpp"
#include "module/zone/fleet_counters.hpp"
#include "policy/sharing/server_url.hpp"

namespace robots::nginx {

// A server of a fleet, and the IP addresses that its name had when nginx read
// its configuration.
struct FleetMember {
    ServerUrl url;
    std::string shown;  // as in logs and metrics
    std::vector<std::string> addresses;
};

struct FleetConf {
    static constexpr std::size_t kMaxServers = kMaxFleetServers;

    enum class Fallback : std::uint8_t { local, divide };

    std::vector<FleetMember> servers;  // none: there is no fleet
    ngx_msec_t timeout = 20;           // of one request
    std::string prefix = "robots";
    std::string password;  // never shown
    Fallback fallback = Fallback::local;
};

}  // namespace robots::nginx

#endif
