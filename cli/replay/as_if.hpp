// Copies sites and changes the action for violations, so that a replay shows
// what log, throttle or reject would have done.

#pragma once

#include <memory>
#include <unordered_map>
#include <utility>

#include "cli/judging/tally.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

class AsIf {
  public:
    // In the copies, every group has the action of `way` for all violations.
    // `way` must not be as_written. All other settings (burst, tolerance,
    // statuses, ...) stay as in the policy.
    explicit AsIf(Way way) : way_(way) {}

    Way way() const { return way_; }

    // Returns the copy of `site`, which must outlive this object. Sites that
    // share one robots.txt share its copy.
    const robots::Site& of(const robots::Site& site) {
        const auto known = sites_.find(&site);
        if (known != sites_.end()) {
            return known->second;
        }
        auto& shared = robots_[site.robots.get()];
        if (shared == nullptr) {
            shared = enforced(*site.robots);
        }
        robots::Site out = site;
        out.robots = shared;
        return sites_.emplace(&site, std::move(out)).first->second;
    }

  private:
    std::shared_ptr<const robots::Robots> enforced(
        const robots::Robots& robots) const {
        robots::EnforcementOverride all;
        all.set_all(way_ == Way::log        ? robots::Action::log
                    : way_ == Way::throttle ? robots::Action::throttle
                                            : robots::Action::reject);
        auto out = std::make_shared<robots::Robots>();
        out->groups = robots.groups.enforced(all);
        robots::SiteSettings settings = *robots.settings;
        settings.enforcement = all.over(settings.enforcement);
        out->settings = std::move(settings);
        return out;
    }

    Way way_;
    std::unordered_map<const robots::Site*, robots::Site> sites_;
    std::unordered_map<const robots::Robots*,
                       std::shared_ptr<const robots::Robots>>
        robots_;
};

}  // namespace robotsctl
