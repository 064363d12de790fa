// What the policy says of one request before any budget is charged: the first
// of three steps.
//
//     plan     which rules bind it, and which budgets it needs (this file)
//     charge   a store charges those: this nginx, or the fleet (charge.hpp)
//     settle   what the two come to (settle.hpp)
//
// Rules are matched in the first step only, and nothing is remembered before
// the second. judge() (judge.hpp) takes all three.

#ifndef ROBOTS_POLICY_VERDICT_PLAN_HPP
#define ROBOTS_POLICY_VERDICT_PLAN_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "policy/site/policy.hpp"
#include "policy/verdict/budget_key.hpp"
#include "policy/verdict/demands.hpp"
#include "policy/verdict/verdict.hpp"

namespace robots {

// What is done about one kind of violation.
struct Consequence {
    Action action = Action::off;
    Action would = Action::off;    // without the cap of robots_enforce
    Action written = Action::off;  // in the policy
    CapReason capped_by = CapReason::none;
};

// Views point into the policy and the request.
struct Plan {
    // If no budget refuses or delays the request: already the last word where
    // there are no demands.
    Verdict verdict;
    Demands demands;

    std::array<Consequence, kViolations> consequences;
    const Enforcement* enforcement = nullptr;  // set if `verdict.judged`
    Milliseconds longest_wait{0};
    // The crawler's grace revision and its group there (terms.hpp).
    const Robots* grace_revision = nullptr;
    const Group* grace_group = nullptr;

    std::uint64_t site = 0;  // Site::key
    std::string_view target;
    std::string_view address;
    Method method = Method::safe;

    const Consequence& consequence(Violation violation) const {
        return consequences[static_cast<std::size_t>(violation)];
    }
};

// For a crawler's request to `site`; nullptr: no site. `cap` is the strictest
// action that the caller can take (robots_enforce log). Allocates only if the
// target must be rewritten to be matched.
Plan plan_request(const Policy& policy, const Site* site,
                  const Sighting& crawler, const Request& request, Action cap);

// Whether budgets can make more of the request than a line in a log.
inline bool can_act(const Plan& plan) {
    return plan.verdict.action > Action::log ||
           std::any_of(plan.demands.begin(), plan.demands.end(),
                       [](const Demand& demand) {
                           return demand.action > Action::log;
                       });
}

// The key of a demand's budget, among those that `keys` make.
std::uint64_t key_of(const Plan& plan, const Demand& demand, const Keys& keys);

// The key of the pass that a HEAD leaves for its GET (charge.hpp). It lies in
// the same part of the memory as the plan's first budget, so that nobody drives
// it out who could not drive out that.
std::uint64_t pass_key(const Plan& plan, const Keys& keys);

// Keeps a violation in `verdict`, the plan's own or a copy. `action` counts,
// unless a violation before it has as strict a one; `wait` is how long the
// request would have to wait. False: it does not count.
bool record(const Plan& plan, Violation violation, Action action,
            Milliseconds wait, Verdict& verdict);

// Makes `verdict` rest on the plan's grace revision.
void go_by_grace_revision(const Plan& plan, Verdict& verdict);

}  // namespace robots

#endif
