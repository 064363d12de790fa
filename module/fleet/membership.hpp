// This nginx as a node of its fleet: one worker tells the server every two
// seconds that it is there, and each worker reads who else is.

#ifndef ROBOTS_MODULE_FLEET_MEMBERSHIP_HPP
#define ROBOTS_MODULE_FLEET_MEMBERSHIP_HPP

#include <string>
#include <vector>

#include "module/fleet/fleet_server.hpp"
#include "module/ngx/ngx.hpp"
#include "module/ngx/timer.hpp"
#include "module/zone/zone.hpp"
#include "policy/sharing/heartbeat.hpp"
#include "policy/sharing/known_nodes.hpp"

namespace robots::nginx {

class Membership {
  public:
    // All outlive this. `revision` is the running policy's.
    Membership(FleetServer& server, const std::string& prefix,
               std::string revision, Zone& zone);
    ~Membership();
    Membership(const Membership&) = delete;
    Membership& operator=(const Membership&) = delete;

    // The nodes, in the order of their names.
    const std::vector<FleetNode>& nodes() const { return nodes_.all(); }

    // Of this nginx: the machine's name, and what tells zones apart.
    const std::string& name() const { return self_.name; }

  private:
    void beat() noexcept;
    void tell();
    void heard(const std::vector<std::string>& answer);
    static void replied(void* data, const redisReply* reply) noexcept;

    FleetServer& server_;
    const std::string& prefix_;
    Zone& zone_;
    FleetNode self_;
    KnownNodes nodes_;
    Timer timer_;
};

}  // namespace robots::nginx

#endif
