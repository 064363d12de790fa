// What "robots_fleet" says.

#ifndef ROBOTS_MODULE_FLEET_FLEET_CONF_HPP
#define ROBOTS_MODULE_FLEET_FLEET_CONF_HPP

#include <memory>
#include <string>
#include <vector>

#include "module/fleet/server_addresses.hpp"
#include "module/fleet/tls.hpp"
#include "module/ngx/ngx.hpp"
#include "module/zone/fleet_counters.hpp"
#include "policy/sharing/server_url.hpp"

namespace robots::nginx {

// A server of a fleet, and the addresses that its name had when nginx read its
// configuration.
struct FleetMember {
    ServerUrl url;
    std::string shown;                     // as in logs and metrics
    bool has_name = false;                 // which a resolver knows
    std::vector<ServerAddress> addresses;  // at least one
};

struct FleetConf {
    static constexpr std::size_t kMaxServers = kMaxFleetServers;

    enum class Fallback : std::uint8_t { local, divide };

    std::vector<FleetMember> servers;  // none: there is no fleet
    ngx_msec_t timeout = 20;           // of one request
    std::string prefix = "robots";
    std::string password;            // never shown
    std::string ca_file;             // empty: the system's authorities
    std::shared_ptr<const Tls> tls;  // if some server is spoken to with it
    // Of the "http" block, whose resolver says where servers have moved to.
    const ngx_http_core_loc_conf_t* http = nullptr;
    Fallback fallback = Fallback::local;
};

}  // namespace robots::nginx

#endif
