// The sites of a policy with another action: what would log, throttle or reject
// have done?

#ifndef ROBOTS_CLI_REPLAY_AS_IF_HPP
#define ROBOTS_CLI_REPLAY_AS_IF_HPP

#include <memory>
#include <unordered_map>

#include "policy/site/policy.hpp"

namespace robotsctl {

class AsIf {
  public:
    // `action` answers all violations in every group. All else (burst,
    // tolerance, statuses, ...) stays as the policy has it.
    explicit AsIf(robots::Action action) : action_(action) {}

    // A copy of `site`, which outlives this, with the action. Sites that share
    // their rules share them here too.
    const robots::Site& of(const robots::Site& site);

  private:
    std::shared_ptr<const robots::Robots> enforced(
        const robots::Robots& robots) const;

    robots::Action action_;
    std::unordered_map<const robots::Site*, robots::Site> sites_;
    std::unordered_map<const robots::Robots*,
                       std::shared_ptr<const robots::Robots>>
        robots_;
};

}  // namespace robotsctl

#endif
