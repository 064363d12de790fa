#include "policy/verdict/judge.hpp"

#include <algorithm>

#include "policy/verdict/charge.hpp"
#include "policy/verdict/plan.hpp"

namespace robots {

namespace {

// Whether the demand paces requests (lets them through one by one) that are
// throttled because of their path or their sender.
bool is_paced(const Demand& demand) {
    return demand.violation == Violation::disallow ||
           is_of_sender(demand.violation);
}

// Adds the demand's violation. A paced request is charged to the budget of the
// group's crawl-delay, so a paced request that has to wait also violates the
// crawl-delay.
void add_violations(const Plan& plan, const Demand& demand,
                    Violations& violations) {
    violations.add(demand.violation);
    if (is_paced(demand) && demand.group != nullptr &&
        demand.group->pace->crawl_delay &&
        plan.consequence(Violation::crawl_delay).action > Action::pass) {
        violations.add(Violation::crawl_delay);
    }
}

// Records the violation of a request that came earlier than `demand` allows.
void settle_early(const Plan& plan, const Demand& demand, bool refused,
                  Milliseconds wait, Verdict& verdict) {
    record(plan, demand.violation, refused ? Action::reject : demand.action,
           wait, verdict);
    if (verdict.acted_on == demand.violation && demand.group != nullptr) {
        if (demand.group == plan.grace_group) {
            go_by_grace_revision(plan, verdict);
        } else if (verdict.violation == demand.violation && !is_paced(demand)) {
            // `verdict` may refer to the grace revision, if only that revision
            // opens the path. But this demand is of the current revision.
            verdict.robots = plan.current_revision;
            verdict.group = demand.group;
        }
    }
    if (!refused && demand.action == verdict.action) {
        verdict.wait = std::max(verdict.wait, wait);
    }
    // A paced request that is refused came too early, so it gets the status for
    // crawl_delay, whatever it was throttled for.
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
        // If one demand refuses, the other demands charge and delay nothing.
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
