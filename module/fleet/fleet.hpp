// One worker's view of a fleet's server, and of the data that nginx share
// there.

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

// Which identity a crawler (Crawler::assertion_key) has at an address of 4 or
// 16 octets.
struct IdentityQuestion {
    std::uint64_t assertion;
    std::string_view address;
};

// Returns into how many parts a budget is divided when the server does not
// answer: one for each nginx, or 1 if each nginx grants the whole budget.
inline std::uint32_t parts_alone(const FleetConf& conf, Zone& zone) {
    return conf.fallback == FleetConf::Fallback::divide
               ? std::max<std::uint32_t>(zone.fleet().nodes(), 1)
               : 1;
}

class Fleet {
    struct Asked;

  public:
    // Waits for one identity at a time.
    class Guest {
      public:
        virtual ~Guest() = default;
        // Receives the identity; nullopt if the fleet does not know it, or
        // nobody answered in time.
        virtual void told(std::optional<Identity> identity) noexcept = 0;

      private:
        friend class Fleet;
        Asked* asked_ = nullptr;  // while it waits
    };

    // Starts to connect. All arguments outlive this object; `revision` is the
    // policy's. Throws std::bad_alloc.
    Fleet(const FleetConf& conf, const Policy& policy, std::string revision,
          Zone& zone);

    // Closes the server, so that nobody waits any more. Call it before
    // destruction, while the waiting objects can still use all of this object.
    void close() noexcept;

    const FleetConf& conf() const { return conf_; }

    FleetServer& server() { return server_; }

    Membership& membership() { return membership_; }

    // Returns the name of the key that stores a visitor's last fetch of
    // robots.txt.
    static std::string fetch_name(const FleetServer& server,
                                  const Visitor& visitor,
                                  std::string_view address);

    // Sends to the fleet which robots.txt a visitor was served, and for how
    // long that matters. Nobody waits for it. Throws std::bad_alloc.
    void fetched(const Visitor& visitor, std::string_view address,
                 RevisionTag revision, Milliseconds kept);

    // Shares DNS's answers about addresses: each nginx looks for an answer of
    // the others before it asks DNS. Only definite answers of DNS are shared:
    // if one nginx could not ask DNS, the others ask for themselves.
    //
    // `guest` gets the answer later, unless it leaves before that. Returns
    // false if nobody can be asked now; then `guest` is not told anything.
    bool ask(const IdentityQuestion& question, Guest& guest) noexcept;
    static void leave(Guest& guest) noexcept;
    // Shares an answer for the time `kept`; nobody waits for it.
    void tell(const IdentityQuestion& question, Identity identity,
              Milliseconds kept) noexcept;

  private:
    static void end(Asked& asked, std::optional<Identity> identity) noexcept;
    std::string identity_key(const IdentityQuestion& question) const;

    const FleetConf& conf_;
    // server_ is closed before the objects that it calls back are destroyed.
    FleetServer server_;
    Membership membership_;
};

}  // namespace robots::nginx
