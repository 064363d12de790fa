// What the policy says about one request before any budget is charged: the
// first of three steps of a verdict.
//
//     plan     which rules apply, and which budgets are needed (this file)
//     charge   this nginx or the fleet charges these budgets (charge.hpp)
//     settle   combines the plan and its charges (judge.hpp)
//
// Rules are matched in the first step only, and nothing is stored before the
// second step. judge() (judge.hpp) does all three.

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

// One budget that a request needs, and what is done if the budget is spent. The
// demand does not have the budget's key, since this nginx and each server of a
// fleet have different keys (key_of() below).
struct Demand {
    // Whose requests share the budget: the crawler's own, those of all invented
    // names in one network, or those of all crawlers of a Budget. A `part` is a
    // crawler's part of that Budget, and is only charged while others wait for
    // the Budget (charge.hpp); the demand before it is for the whole Budget.
    enum class Of : std::uint8_t { crawler, network, budget, part };

    Violation violation;
    Action action;
    Rate rate;
    const Group* group;  // the group with that rate; nullptr: none
    std::uint8_t which;  // index of the group's rates; 0: crawl-delay
    Of of;
    const Budget* budget;  // nullptr, unless `of` is `budget` or `part`
};

// The maximum number of demands. A crawl-delay and the rates of a group are
// demanded twice if the crawler's name may be invented: for the name, and for
// the network of the client. In addition, each Budget that the crawler shares
// is demanded, and the crawler's part of that Budget.
constexpr std::size_t kMaxDemands =
    2 * (1 + kMaxRequestRates) + 2 * kMaxBudgets;

using Demands = ShortList<Demand, kMaxDemands>;

// The store's answers to the demands of a request, in their order. Either all
// demands that are granted are charged, or none. None is charged if the request
// uses a pass, or if an enforced budget refuses. A refusal of an enforced
// budget is the last answer.
struct Charged : ShortList<Charge, kMaxDemands> {
    bool refused = false;
    bool used_pass = false;
};

// Returns the rate of one network for all invented names together, if each name
// has the rate `one`. It is the rate of sixteen crawlers. Its burst is 1,023
// requests more, so that the first request of each of 1,024 names passes.
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
    // The verdict if no budget refuses or delays the request; final if there
    // are no demands.
    Verdict verdict;
    Demands demands;

    // By Violation, for the violations so far and those of the demands.
    std::array<Consequence, kViolations> consequences;
    const Enforcement* enforcement = nullptr;  // set if `verdict.judged`
    Milliseconds longest_wait{0};
    const Robots* current_revision = nullptr;  // set if `verdict.judged`
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

// Plans a crawler's request to `site`. `site` and `cap` are as in judge().
// Allocates only if the target must be rewritten to be matched.
Plan plan_request(const Policy& policy, const Site* site,
                  const Sighting& crawler, const Request& request, Action cap);

// Whether the request may be delayed or refused, by a budget or without one.
inline bool can_act(const Plan& plan) {
    return plan.verdict.action > Action::log ||
           std::any_of(plan.demands.begin(), plan.demands.end(),
                       [](const Demand& demand) {
                           return demand.action > Action::log;
                       });
}

// Whether the plan needs Budgets, which crawlers share. Their demands are the
// last.
inline bool needs_shared(const Plan& plan) {
    const std::size_t size = plan.demands.size();
    return size > 0 && plan.demands[size - 1].budget != nullptr;
}

// Returns the key of a demand's budget, made by `keys`.
std::uint64_t key_of(const Plan& plan, const Demand& demand, const Keys& keys);

// Returns the key of `what`, data about the Budget of a demand.
std::uint64_t key_of(const Plan& plan, const Demand& demand, const Keys& keys,
                     Keys::OfBudget what);

// Returns the key of the pass that a HEAD leaves for its GET (charge.hpp). It
// is in the same part of the memory as the plan's first budget, so that a
// client that cannot replace the budget cannot replace the pass.
std::uint64_t pass_key(const Plan& plan, const Keys& keys);

// Adds a violation to `verdict`, which is the plan's own or a copy. `action`
// takes effect unless an earlier violation has an action at least as strict;
// `wait` is how long the request would have to wait. Returns whether it takes
// effect.
bool record(const Plan& plan, Violation violation, Action action,
            Milliseconds wait, Verdict& verdict);

// Sets that the plan's grace revision decided: the robots.txt and the group.
void go_by_grace_revision(const Plan& plan, Verdict& verdict);

}  // namespace robots
