// A worker's access to its fleet: several nginx that share data about crawlers
// on one Valkey or Redis server.

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
#include "policy/shared_memory/fetch_table.hpp"
#include "policy/verdict/budget_key.hpp"

namespace robots::nginx {

// The question whether `address` (4 or 16 octets) belongs to the operator of a
// crawler. `assertion` is Crawler::assertion_key of this crawler.
struct IdentityQuestion {
    std::uint64_t assertion;
    std::string_view address;
};

// Returns the number by which an nginx divides a budget while the server does
// not answer: the number of nginx in the fleet, or 1 if each nginx grants the
// whole budget.
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
        // Receives the answer; nullopt if the server does not have the
        // identity, or did not reply in time.
        virtual void told(std::optional<Identity> identity) noexcept = 0;

      private:
        friend class Fleet;
        Asked* asked_ = nullptr;  // set while this Guest waits
    };

    // Starts to connect to the server. `revision` is the revision of `policy`.
    // All objects that are passed by reference must outlive this object. Throws
    // std::bad_alloc.
    Fleet(const FleetConf& conf, const Policy& policy, std::string revision,
          Zone& zone);

    // Closes the connection. Calls all callbacks that wait for an answer,
    // without an answer. These callbacks may use this Fleet. So call close()
    // before the Fleet is destroyed.
    void close() noexcept;

    const FleetConf& conf() const { return conf_; }

    FleetServer& server() { return server_; }

    Membership& membership() { return membership_; }

    // Returns the name under which the server stores a visitor's last fetch of
    // robots.txt. The server must be ready.
    static std::string fetch_name(const FleetServer& server,
                                  const Visitor& visitor,
                                  std::string_view address);

    // Sends to the server which revision of robots.txt a visitor was served.
    // The server stores `revision` for the time `kept`. Does not wait for an
    // answer. Throws std::bad_alloc.
    void fetched(const Visitor& visitor, std::string_view address,
                 RevisionTag revision, Milliseconds kept);

    // The next three functions share answers of DNS about addresses. Before an
    // nginx asks DNS, it asks the server whether another nginx has the answer.
    // Only the answers `verified` and `impostor` are shared. If DNS did not
    // answer one nginx, the other nginx must ask DNS themselves.
    //
    // Asks the server. `guest` receives the answer later, unless leave() is
    // called before that. Returns false if the server cannot be asked now; then
    // `guest` is not called.
    bool ask(const IdentityQuestion& question, Guest& guest) noexcept;
    static void leave(Guest& guest) noexcept;
    // Sends an answer of DNS to the server. The server stores the answer for
    // the time `kept`. Does not wait for the server's reply.
    void tell(const IdentityQuestion& question, Identity identity,
              Milliseconds kept) noexcept;

  private:
    static void end(Asked& asked, std::optional<Identity> identity) noexcept;
    std::string identity_key(const IdentityQuestion& question) const;

    const FleetConf& conf_;
    // server_ must be closed before membership_ is destroyed, because server_
    // has callbacks into membership_.
    FleetServer server_;
    Membership membership_;
};

}  // namespace robots::nginx
