// What DNS said of addresses, in a fleet's server.

#ifndef ROBOTS_MODULE_FLEET_FLEET_IDENTITIES_HPP
#define ROBOTS_MODULE_FLEET_FLEET_IDENTITIES_HPP

#include "module/fleet/fleet.hpp"
#include "policy/sharing/shared_identities.hpp"

namespace robots::nginx {

class FleetIdentities : public SharedIdentities {
  public:
    // `fleet` outlives this as long as anybody asks or tells.
    explicit FleetIdentities(Fleet& fleet) : fleet_(fleet) {}

    bool ask(const IdentityQuestion& question, Guest& guest) noexcept override;
    void leave(Guest& guest) noexcept override;
    void tell(const IdentityQuestion& question, Identity identity,
              Milliseconds kept) noexcept override;

  private:
    struct Asked;

    static void replied(void* data, const redisReply* reply) noexcept;
    static void end(Asked& asked, std::optional<Identity> identity) noexcept;

    Fleet& fleet_;
};

}  // namespace robots::nginx

#endif
