// What the policy says of one request before any budget is charged: the first
// of three steps.
//
//     plan     which rules bind it, and which budgets it needs (this file)
//     charge   a store charges those: this nginx, or the fleet (charge.hpp)
//     settle   what the two come to (judge.hpp)
//
// Rules are matched in the first step only, and nothing is remembered before
// the second. judge() (judge.hpp) takes all three.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "policy/base/short_list.hpp"
#include "policy/robots_txt/rate.hpp"
#include "policy/robots_txt/request_rate.hpp"
#include "policy/site/budget.hpp"
#include "policy/site/enforcement.hpp"
#include "policy/site/groups.hpp"
#include "policy/site/policy.hpp"
#include "policy/verdict/budget_key.hpp"
#include "policy/verdict/verdict.hpp"

namespace robots {

// The budgets that one request of a crawler needs.

// One budget that a request needs, and what is done if it is spent. It names
// the budget without a key: each nginx and each server of a fleet makes a key
// of its own (key_of in plan.hpp).
struct Demand {
    // Whose requests share the budget: the crawler's own, all invented names
    // from one network, or all crawlers of a Budget. A `part` is a crawler's
    // share of that Budget, and is only demanded while others wait for it
    // (charge.hpp); the demand before it is for all of the Budget.
    enum class Of : std::uint8_t { crawler, network, budget, part };

    Violation violation;
    Action action;
    Rate rate;
    const Group* group;  // that asks for it; nullptr: none
    std::uint8_t which;  // of the group's rates; 0: its crawl-delay
    Of of;
    const Budget* budget;  // nullptr, unless `of` is `budget` or `part`
};

// A crawl-delay and the rates of a group, each of them twice if the crawler's
// name may be invented: for the name, and for the network that it comes from.
// And the budgets that it shares with others, each with its part.
constexpr std::size_t kMaxDemands =
    2 * (1 + kMaxRequestRates) + 2 * kMaxBudgets;

using Demands = ShortList<Demand, kMaxDemands>;

// What a store said to the first demands of a request. All are charged or none:
// none if a budget refuses that the policy acts on, whose demand is the last
// one then, or if the request has a pass.
struct Charged : ShortList<Charge, kMaxDemands> {
    bool refused = false;
    bool used_pass = false;
};

// The rate of one network for all invented names together, if each name has the
// rate `one`: as much as sixteen crawlers, and 1,023 requests more at once, so
// that the first request of each of 1,024 names passes.
inline Rate network_rate(const Rate& one) {
    constexpr int kCrawlers = 16;
    constexpr int kMore = 1023;
    const Milliseconds interval =
        std::max(one.interval / kCrawlers, Milliseconds{1});
    return {interval, one.slack + interval * kMore, one.max_wait};
}

// What is done about one kind of violation.
struct Consequence {
    Action action = Action::pass;
    Action would = Action::pass;    // without the cap of robots_enforce
    Action written = Action::pass;  // in the policy
    CapReason capped_by = CapReason::none;
};

// Views point into the policy and the request.
struct Plan {
    // If no budget refuses or delays the request: already the last word where
    // there are no demands.
    Verdict verdict;
    Demands demands;

    // Of the violations so far, and of those that the demands are for.
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

// Whether the plan needs Budgets, which crawlers share. Their demands come
// last.
inline bool needs_shared(const Plan& plan) {
    const std::size_t size = plan.demands.size();
    return size > 0 && plan.demands[size - 1].budget != nullptr;
}

// The key of a demand's budget, among those that `keys` make.
std::uint64_t key_of(const Plan& plan, const Demand& demand, const Keys& keys);

// What else is remembered of the Budget of a demand.
std::uint64_t key_of(const Plan& plan, const Demand& demand, const Keys& keys,
                     Keys::OfBudget what);

// The key of the pass that a HEAD leaves for its GET (charge.hpp). It lies in
// the same part of the memory as the plan's first budget, so that a client that
// cannot remove the budget cannot remove the pass.
std::uint64_t pass_key(const Plan& plan, const Keys& keys);

// Keeps a violation in `verdict`, the plan's own or a copy. `action` counts,
// unless a violation before it has as strict a one; `wait` is how long the
// request would have to wait. False: it does not count.
bool record(const Plan& plan, Violation violation, Action action,
            Milliseconds wait, Verdict& verdict);

// Bases `verdict` on the plan's grace revision.
void go_by_grace_revision(const Plan& plan, Verdict& verdict);

}  // namespace robots
