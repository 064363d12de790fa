#include "policy/verdict/identity_need.hpp"

#include <algorithm>
#include <unordered_set>

namespace robots {

namespace {

bool acts_on_impostors(const Enforcement& enforcement) {
    return enforcement.action_for(Violation::impostor) >= Action::throttle;
}

const Enforcement& enforcement_of(const Robots& robots, const Group* group) {
    return group != nullptr ? *group->enforcement
                            : robots.settings->enforcement;
}

}  // namespace

bool needs_identity(const Policy& policy, const Site& site,
                    const Sighting& crawler) {
    const Group* group = site.robots->groups.select(crawler, policy.crawlers());
    const Enforcement& enforcement = enforcement_of(*site.robots, group);
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

const Crawler* shown_by_reverse_names(const Policy& policy) {
    std::unordered_set<const Robots*> seen;  // sites share them
    for (const Site& site : policy.sites()) {
        const Robots& robots = *site.robots;
        if (robots.settings->suspend || !seen.insert(&robots).second ||
            !any_enforcement(robots, [](const Enforcement& each) {
                return acts_on_impostors(each);
            })) {
            continue;
        }
        for (const Crawler& crawler : policy.crawlers().entries()) {
            if (crawler.rdns.empty()) {
                continue;
            }
            const Sighting sighting{crawler.token, crawler.category, &crawler};
            const Group* group =
                robots.groups.select(sighting, policy.crawlers());
            if (acts_on_impostors(enforcement_of(robots, group))) {
                return &crawler;
            }
        }
    }
    return nullptr;
}

bool acts_on_impostors(const Policy& policy, const Site& site,
                       const Sighting& crawler) {
    const Group* group = site.robots->groups.select(crawler, policy.crawlers());
    return acts_on_impostors(enforcement_of(*site.robots, group));
}

}  // namespace robots
