#include "cli/replay/as_if.hpp"

#include <utility>

namespace robotsctl {

std::shared_ptr<const robots::Robots> AsIf::enforced(
    const robots::Robots& robots) const {
    robots::EnforcementOverride all;
    all.set_all(action_);
    auto out = std::make_shared<robots::Robots>();
    out->groups = robots.groups.enforced(all);
    robots::SiteSettings settings;
    settings.suspend = robots.settings->suspend;
    out->settings = std::move(settings);
    return out;
}

const robots::Site& AsIf::of(const robots::Site& site) {
    const auto known = sites_.find(&site);
    if (known != sites_.end()) {
        return known->second;
    }
    auto& shared = robots_[site.robots.get()];
    if (shared == nullptr) {
        shared = enforced(*site.robots);
    }
    robots::Site out;
    out.name = site.name;
    out.robots = shared;
    out.place = site.place;
    out.key = site.key;
    return sites_.emplace(&site, std::move(out)).first->second;
}

}  // namespace robotsctl
