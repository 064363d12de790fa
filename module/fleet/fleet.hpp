// One worker's access to the server of its fleet, and to the data that all
// nginx of the fleet share there.

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

// The question whether `address`, of 4 or 16 octets, belongs to a crawler's
// operator; `assertion` is Crawler::assertion_key.
struct IdentityQuestion {
    std::uint64_t assertion;
    std::string_view address;
};

// Returns into how many parts a budget is divided when the server does not
// answer: the number of nginx in the fleet, or 1 if each nginx grants the whole
// budget.
inline std::uint32_t parts_alone(const FleetConf& conf, Zone& zone) {
    return conf.fallback == FleetConf::Fallback::divide
               ? std::max<std::uint32_t>(zone.fleet().nodes(), 1)
               : 1;
}

class Fleet {
    struct Asked;

  public:
    // An object that waits for the answer to one question at a time.
    class Guest {
      public:
        virtual ~Guest() = default;
        // Receives the identity; nullopt if the server does not have it, or did
        // not answer in time.
        virtual void told(std::optional<Identity> identity) noexcept = 0;

      private:
        friend class Fleet;
        Asked* asked_ = nullptr;  // while it waits
    };

    // Starts to connect. All objects that are passed by reference must outlive
    // this object; `revision` is the policy's. Throws std::bad_alloc.
    Fleet(const FleetConf& conf, const Policy& policy, std::string revision,
          Zone& zone);

    // Closes the connection, so that all waiting objects get an answer. Call it
    // before this object is destroyed, since they may use this object when they
    // get the answer.
    void close() noexcept;

    const FleetConf& conf() const { return conf_; }

    FleetServer& server() { return server_; }

    Membership& membership() { return membership_; }

    // Returns the name under which the server stores a visitor's last fetch of
    // robots.txt. The server must be ready.
    static std::string fetch_name(const FleetServer& server,
                                  const Visitor& visitor,
                                  std::string_view address);

    // Sends to the server which robots.txt a visitor was served; the server
    // keeps it for the time `kept`. Does not wait for an answer. Throws
    // std::bad_alloc.
    void fetched(const Visitor& visitor, std::string_view address,
                 RevisionTag revision, Milliseconds kept);

    // The next three functions share DNS's answers about addresses. Before an
    // nginx asks DNS, it asks the server whether another nginx has the answer.
    // Only `verified` and `impostor` are shared: if one nginx got no answer of
    // DNS, the others ask DNS themselves.
    //
    // Asks the server. `guest` gets the answer later, unless it leaves before
    // that. Returns false if the server cannot be asked now; then `guest` is
    // not called.
    bool ask(const IdentityQuestion& question, Guest& guest) noexcept;
    static void leave(Guest& guest) noexcept;
    // Sends an answer of DNS to the server, which keeps it for the time `kept`.
    // Does not wait for an answer.
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
