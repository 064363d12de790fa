#include "identity_need.hpp"

#include <algorithm>

namespace robots {

bool needs_identity(const Policy& policy, const Site& site,
                    const Sighting& crawler) {
    const Group* group = site.robots->groups.select(crawler, policy.crawlers());
    const Enforcement& enforcement = group != nullptr
                                         ? *group->enforcement
                                         : site.robots->settings->enforcement;
    const auto acts = [&enforcement](Violation violation) {
        return enforcement.action_for(violation) >= Action::throttle;
    };
    if (site.robots->settings->suspend) {
        return false;
    }
    if (group == nullptr || acts(Violation::impostor)) {
        return acts(Violation::impostor);
    }
    const bool budgets =
        (group->pace->crawl_delay && acts(Violation::crawl_delay)) ||
        (!group->pace->request_rates.empty() &&
         acts(Violation::request_rate)) ||
        enforcement.action_for(Violation::disallow) == Action::throttle;
    const bool revisions =
        enforcement.grace_period().count() > 0 &&
        (acts(Violation::disallow) || acts(Violation::visit_time));
    return budgets || revisions;
}

}  // namespace robots
