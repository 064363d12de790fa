// Decides which robots.txt binds a crawler that was served an earlier one.

#pragma once

#include "module/conf/configuration.hpp"
#include "policy/verdict/terms.hpp"

namespace robots::nginx {

// Knows from the zone which robots.txt a crawler fetched, and from the
// configuration's history which robots.txt a site had.
class Revisions : public ServedRevisions {
  public:
    explicit Revisions(MainConf& conf) : conf_(conf) {}

    // Returns this object for judge(), or nullptr if no site has changed its
    // robots.txt lately. So nearly all requests need no look-up.
    const ServedRevisions* if_any() const {
        return conf_.history->knows_any() ? this : nullptr;
    }

    const Robots* grace_revision(const Site& site, const Visitor& visitor,
                                 std::string_view address,
                                 Milliseconds grace) const noexcept override {
        const History& history = *conf_.history;
        if (!history.knows(site)) {
            return nullptr;
        }
        const std::uint64_t key = conf_.zone.keys().fetch(visitor, address);
        return history.grace_revision(site, conf_.zone.fetches().last(key),
                                      grace, Milliseconds(ngx_current_msec));
    }

  private:
    MainConf& conf_;
};

}  // namespace robots::nginx
