// A policy's sites as if their enforcement were another: what would log,
// throttle or reject have done?

#ifndef ROBOTS_CLI_REPLAY_AS_IF_HPP
#define ROBOTS_CLI_REPLAY_AS_IF_HPP

#include <memory>
#include <unordered_map>

#include "policy/site/policy.hpp"

namespace robotsctl {

class AsIf {
  public:
    // Every group is enforced with `action`, whatever is broken; how it is
    // enforced (burst, tolerance, statuses, ...) stays as the policy says.
    explicit AsIf(robots::Action action) : action_(action) {}

    // `site`, which outlives this, so enforced. Sites that share what they
    // enforce share it here too.
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
