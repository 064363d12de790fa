// Which robots.txt binds a crawler since it was served another one.

#ifndef ROBOTS_MODULE_ENFORCEMENT_REVISIONS_HPP
#define ROBOTS_MODULE_ENFORCEMENT_REVISIONS_HPP

#include "module/conf/configuration.hpp"
#include "policy/verdict/served_revisions.hpp"

namespace robots::nginx {

// What the zone and the configuration's history know together.
class Revisions : public ServedRevisions {
  public:
    explicit Revisions(MainConf& conf) : conf_(conf) {}

    // For judge: itself, or nullptr while no site has had another robots.txt
    // lately. So nearly all requests save the question.
    const ServedRevisions* if_any() const {
        return conf_.history->knows_any() ? this : nullptr;
    }

    const Robots* grace_revision(const Site& site, const Visitor& visitor,
                                 std::string_view address,
                                 Milliseconds grace) const noexcept override;

  private:
    MainConf& conf_;
};

}  // namespace robots::nginx

#endif
