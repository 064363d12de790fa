// A fleet's server and what this nginx shares through it, as one worker sees
// them.

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
    // the server, so that nobody waits any more.
    void close() noexcept;

    const FleetConf& conf() const { return conf_; }

    FleetServer& server() { return server_; }

    const Membership& membership() const { return membership_; }
    LedgerShare& ledger() { return ledger_; }

    // Under which a visitor's last fetch of robots.txt is written down.
    static std::string fetch_name(const FleetServer& server,
                                  const Visitor& visitor,
                                  std::string_view address);

    // Tells the fleet what a visitor was served, which matters for so long.
    // Nobody waits. Throws std::bad_alloc.
    void fetched(const Visitor& visitor, std::string_view address,
                 RevisionTag revision, Milliseconds kept);

  private:
    const FleetConf& conf_;
    // The server before whoever it calls back: it is closed before all end.
    FleetServer server_;
    Membership membership_;
    LedgerShare ledger_;
};

}  // namespace robots::nginx

#endif
