#include "module/enforcement/revisions.hpp"

namespace robots::nginx {

const Robots* Revisions::grace_revision(const Site& site,
                                        const Visitor& visitor,
                                        std::string_view address,
                                        Milliseconds grace) const noexcept {
    const History& history = *conf_.history;
    if (!history.knows(site)) {
        return nullptr;
    }
    const std::uint64_t key = conf_.zone.keys().fetch(visitor, address);
    return history.grace_revision(site, conf_.zone.fetches().last(key), grace,
                                  Milliseconds(ngx_current_msec));
}

}  // namespace robots::nginx
