// Decides whether a crawler that was served an earlier robots.txt of a site may
// still follow that robots.txt.

#pragma once

#include "module/conf/configuration.hpp"
#include "policy/verdict/terms.hpp"

namespace robots::nginx {

// Reads from the zone which robots.txt a crawler last fetched, and from
// MainConf::history which robots.txt files a site had earlier.
class Revisions : public ServedRevisions {
  public:
    explicit Revisions(MainConf& conf) : conf_(conf) {}

    // Returns this object for judge(). Returns nullptr if the history has no
    // earlier robots.txt of any site; then judge() need not look up fetches.
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
