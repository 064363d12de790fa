// The servers of a fleet, as one worker sees them.

#ifndef ROBOTS_MODULE_FLEET_FLEET_HPP
#define ROBOTS_MODULE_FLEET_FLEET_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "module/fleet/fleet_conf.hpp"
#include "module/fleet/fleet_server.hpp"
#include "module/fleet/ledger_share.hpp"
#include "module/fleet/membership.hpp"
#include "policy/sharing/rendezvous.hpp"
#include "policy/state/fetch_table.hpp"
#include "policy/verdict/budget_key.hpp"

namespace robots::nginx {

class Fleet {
  public:
    // Begins to connect. All outlive this; `revision` is the policy's. Throws
    // std::bad_alloc.
    Fleet(const FleetConf& conf, const Policy& policy, std::string revision,
          Zone& zone);

    // Before the end, while whoever has asked can still use all of this: closes
    // the servers, so that nobody waits any more.
    void close() noexcept;

    const FleetConf& conf() const { return conf_; }

    // The server that keeps what has this key; the same on all nginx, which
    // make it of public_keys().
    FleetServer& server_of(std::uint64_t key) {
        return *servers_[keeper_of(names_, key)];
    }

    const Membership& membership() const { return *membership_; }
    const LedgerShare& ledger() const { return *ledger_; }

    // Where a visitor's last fetch of robots.txt is written down.
    FleetServer& server_of_fetch(const Visitor& visitor,
                                 std::string_view address) {
        return server_of(public_keys().fetch(visitor, address));
    }
    static std::string fetch_name(const FleetServer& server,
                                  const Visitor& visitor,
                                  std::string_view address);

    // Tells the fleet what a visitor was served, which matters for so long.
    // Nobody waits. Throws std::bad_alloc.
    void fetched(const Visitor& visitor, std::string_view address,
                 RevisionTag revision, Milliseconds kept);

  private:
    const FleetConf& conf_;
    // Before the servers: they call it back until they are closed.
    std::optional<Membership> membership_;
    std::optional<LedgerShare> ledger_;
    std::vector<std::unique_ptr<FleetServer>> servers_;
    std::vector<std::uint64_t> names_;
};

}  // namespace robots::nginx

#endif
