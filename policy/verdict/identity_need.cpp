#include "policy/verdict/identity_need.hpp"

#include <algorithm>
#include <unordered_set>

#include "policy/verdict/terms.hpp"

namespace robots {

namespace {

bool acts_on(const Enforcement& enforcement, Violation violation) {
    return enforcement.action_for(violation) >= Action::throttle;
}

// The group whose rules bind a crawler, and the enforcement for its requests.
struct Binding {
    bool is_bound;
    const Group* group;  // nullptr: no group
    const Enforcement& enforcement;
    bool must_be_proven;  // whether `unverifiable` applies
};

// Whether requests are delayed or refused for `violation`, which is `impostor`
// or `unverifiable`.
bool acts_on_sender(const Binding& binding, Violation violation) {
    return binding.is_bound && acts_on(binding.enforcement, violation) &&
           (violation == Violation::impostor || binding.must_be_proven);
}

bool acts_on_senders(const Binding& binding) {
    return acts_on_sender(binding, Violation::impostor) ||
           acts_on_sender(binding, Violation::unverifiable);
}

Binding binding_of(const Policy& policy, const Robots& robots,
                   const Sighting& crawler) {
    const Group* group = robots.groups.select(crawler, policy.crawlers());
    const bool bound = is_bound(crawler, group);
    if (group == nullptr || !bound) {
        return {bound, nullptr, robots.settings->enforcement,
                must_be_proven(crawler, nullptr)};
    }
    return {true, group, *group->enforcement, true};
}

}  // namespace

bool needs_identity(const Policy& policy, const Site& site,
                    const Sighting& crawler) {
    const Binding binding = binding_of(policy, *site.robots, crawler);
    const Group* group = binding.group;
    const Enforcement& enforcement = binding.enforcement;
    const auto acts = [&enforcement](Violation violation) {
        return acts_on(enforcement, violation);
    };
    if (site.robots->settings->suspend) {
        return false;
    }
    if (acts_on_senders(binding) ||
        (acts(Violation::budget) && shares_budget(*site.robots, crawler))) {
        return true;
    }
    if (group == nullptr) {
        return false;
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

const Crawler* shown_by_reverse_names(const Policy& policy,
                                      Violation violation) {
    std::unordered_set<const Robots*> seen;  // sites may share one Robots
    for (const Site& site : policy.sites()) {
        const Robots& robots = *site.robots;
        if (robots.settings->suspend || !seen.insert(&robots).second ||
            !any_enforcement(robots, [violation](const Enforcement& each) {
                return acts_on(each, violation);
            })) {
            continue;
        }
        for (const Crawler& crawler : policy.crawlers().entries()) {
            if (crawler.rdns.empty()) {
                continue;
            }
            const Sighting sighting{crawler.token, crawler.category, &crawler};
            if (acts_on_sender(binding_of(policy, robots, sighting),
                               violation)) {
                return &crawler;
            }
        }
    }
    return nullptr;
}

bool acts_on_senders(const Policy& policy, const Site& site,
                     const Sighting& crawler) {
    return acts_on_senders(binding_of(policy, *site.robots, crawler));
}

}  // namespace robots
