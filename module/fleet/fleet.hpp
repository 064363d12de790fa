// A fleet's server and what this nginx shares through it, as one worker sees
// them.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "module/fleet/fleet_server.hpp"
#include "module/fleet/membership.hpp"
#include "policy/state/fetch_table.hpp"
#include "policy/verdict/budget_key.hpp"

namespace robots::nginx {

// A crawler (Crawler::assertion_key) at an address of 4 or 16 octets.
struct IdentityQuestion {
    std::uint64_t assertion;
    std::string_view address;
};

// Into how many parts a budget is divided where nobody answers: one for each
// nginx, or 1 if each of them grants all of it.
inline std::uint32_t parts_alone(const FleetConf& conf, Zone& zone) {
    return conf.fallback == FleetConf::Fallback::divide
               ? std::max<std::uint32_t>(zone.fleet().nodes(), 1)
               : 1;
}

class Fleet {
    struct Asked;

  public:
    // Awaits one identity at a time.
    class Guest {
      public:
        virtual ~Guest() = default;
        // nullopt: nobody knows, or nobody answered in time.
        virtual void told(std::optional<Identity> identity) noexcept = 0;

      private:
        friend class Fleet;
        Asked* asked_ = nullptr;  // while it awaits one
    };

    // Begins to connect. All outlive this; `revision` is the policy's. Throws
    // std::bad_alloc.
    Fleet(const FleetConf& conf, const Policy& policy, std::string revision,
          Zone& zone);

    // Closes the server, so that nobody waits any more. Before the end, while
    // those who asked can still use all of this.
    void close() noexcept;

    const FleetConf& conf() const { return conf_; }

    FleetServer& server() { return server_; }

    Membership& membership() { return membership_; }

    // The name under which a visitor's last fetch of robots.txt is kept.
    static std::string fetch_name(const FleetServer& server,
                                  const Visitor& visitor,
                                  std::string_view address);

    // Tells the fleet what a visitor was served, and for how long that matters.
    // Nobody waits. Throws std::bad_alloc.
    void fetched(const Visitor& visitor, std::string_view address,
                 RevisionTag revision, Milliseconds kept);

    // What DNS said of addresses: each nginx looks for an answer of the others
    // before it asks DNS. Only clear answers of DNS are shared: if one nginx
    // could not ask DNS, the others ask for themselves.
    //
    // `guest` is told later, unless it leaves before. False: nobody can be
    // asked now, and it is not told.
    bool ask(const IdentityQuestion& question, Guest& guest) noexcept;
    static void leave(Guest& guest) noexcept;
    // Shares an answer for that time; nobody waits.
    void tell(const IdentityQuestion& question, Identity identity,
              Milliseconds kept) noexcept;

  private:
    static void end(Asked& asked, std::optional<Identity> identity) noexcept;
    std::string identity_key(const IdentityQuestion& question) const;

    const FleetConf& conf_;
    // The server comes first: it is closed before those end that it calls back.
    FleetServer server_;
    Membership membership_;
};

}  // namespace robots::nginx
