#include "policy/verdict/judge.hpp"

#include <algorithm>

#include "policy/verdict/charge.hpp"
#include "policy/verdict/plan.hpp"

namespace robots {

namespace {

// Whether the demand lets requests through one by one that are throttled for
// their path or their sender.
bool is_paced(const Demand& demand) {
    return demand.violation == Violation::disallow ||
           is_of_sender(demand.violation);
}

// Such a request is charged to the budget of the crawl-delay.
void add_violations(const Plan& plan, const Demand& demand,
                    Violations& violations) {
    violations.add(demand.violation);
    if (is_paced(demand) && demand.group != nullptr &&
        demand.group->pace->crawl_delay &&
        plan.consequence(Violation::crawl_delay).action > Action::pass) {
        violations.add(Violation::crawl_delay);
    }
}

// Of a request that came earlier than the demand allows.
void settle_early(const Plan& plan, const Demand& demand, bool refused,
                  Milliseconds wait, Verdict& verdict) {
    record(plan, demand.violation, refused ? Action::reject : demand.action,
           wait, verdict);
    if (verdict.acted_on == demand.violation && demand.group != nullptr) {
        if (demand.group == plan.grace_group) {
            go_by_grace_revision(plan, verdict);
        } else if (verdict.violation == demand.violation && !is_paced(demand)) {
            // The path may be open only by the grace revision.
            verdict.robots = plan.current_revision;
            verdict.group = demand.group;
        }
    }
    if (!refused && demand.action == verdict.action) {
        verdict.wait = std::max(verdict.wait, wait);
    }
    // Whatever it was throttled for, it is refused for its haste.
    if (refused && is_paced(demand)) {
        verdict.status = plan.enforcement->status_for(Violation::crawl_delay);
    }
}

}  // namespace

Verdict settle(const Plan& plan, const Charged& charged) {
    Verdict verdict = plan.verdict;
    if (charged.used_pass) {
        return verdict;
    }
    for (std::size_t i = 0; i < charged.size(); ++i) {
        const Milliseconds wait = charged[i].wait;
        if (wait == Milliseconds{0}) {
            continue;
        }
        const Demand& demand = plan.demands[i];
        add_violations(plan, demand, verdict.violations);
        // Where one refuses, the others charge nothing and delay nobody.
        const bool refuses = charged.refused && i + 1 == charged.size();
        if (demand.budget != nullptr &&
            (refuses || verdict.budget == nullptr)) {
            verdict.budget = demand.budget;
        }
        if (refuses || !charged.refused) {
            settle_early(plan, demand, charged.refused, wait, verdict);
        }
    }
    return verdict;
}

Verdict judge(const Policy& policy, const Site* site, const Sighting& crawler,
              const Request& request, Milliseconds now, BudgetStore& budgets,
              Action cap) {
    const Plan plan = plan_request(policy, site, crawler, request, cap);
    Receipt own;
    Receipt& receipt = request.receipt != nullptr ? *request.receipt : own;
    return settle(plan, charge(plan, now, budgets, receipt));
}

}  // namespace robots
