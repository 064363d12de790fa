#include "cli/replay/as_if.hpp"

#include <vector>

namespace robotsctl {

namespace {

robots::RobotsGroup group_of(const robots::Group& group) {
    robots::RobotsGroup out;
    out.user_agents = {group.name};
    for (const robots::Rule& rule : group.rules.rules()) {
        out.rules.push_back(
            {rule.allow, std::string(rule.pattern.text()), rule.place});
    }
    out.crawl_delay = group.pace->crawl_delay;
    out.request_rates = group.pace->request_rates;
    out.visit_times = group.pace->visit_times;
    return out;
}

}  // namespace

std::shared_ptr<const robots::Robots> AsIf::enforced(
    const robots::Robots& robots) const {
    robots::RobotsTxt document;
    std::vector<robots::Shared<robots::Enforcement>> enforcement;
    robots::EnforcementOverride all;
    all.set_all(action_);
    for (const auto& group : robots.groups.all()) {
        document.groups.push_back(group_of(*group));
        enforcement.emplace_back(all.over(*group->enforcement));
    }
    auto out = std::make_shared<robots::Robots>();
    out->groups = robots::Groups(document, enforcement);
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
