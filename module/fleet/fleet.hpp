// The servers of a fleet, as one worker sees them.

#ifndef ROBOTS_MODULE_FLEET_FLEET_HPP
#define ROBOTS_MODULE_FLEET_FLEET_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "module/fleet/fleet_conf.hpp"
#include "module/fleet/fleet_server.hpp"
#include "module/fleet/membership.hpp"
#include "policy/sharing/rendezvous.hpp"

namespace robots::nginx {

class Fleet {
  public:
    // Begins to connect. `conf` and `zone` outlive this; `revision` is the
    // running policy's. Throws std::bad_alloc.
    Fleet(const FleetConf& conf, std::string revision, Zone& zone);

    const FleetConf& conf() const { return conf_; }

    // The server that keeps what has this key; the same on all nginx, which
    // make it of public_keys().
    FleetServer& server_of(std::uint64_t key) {
        return *servers_[keeper_of(names_, key)];
    }

    const Membership& membership() const { return *membership_; }

  private:
    const FleetConf& conf_;
    // Before the servers: they call it back until they are closed.
    std::optional<Membership> membership_;
    std::vector<std::unique_ptr<FleetServer>> servers_;
    std::vector<std::uint64_t> names_;
};

}  // namespace robots::nginx

#endif
