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

// One budget that a request needs, and what is done if the budget is spent. The
// demand does not have the budget's key, since this nginx and each server of a
// fleet have different keys (key_of() below).
struct Demand {
    // Whose requests share the budget. `crawler`: the requests of this crawler.
    // `network`: the requests of all invented names in one network. `budget`:
    // the requests of all crawlers of a Budget. `part`: a crawler's own part of
    // a Budget, which is charged only while another crawler waits for the
    // Budget (charge.hpp). The demand for the whole Budget comes directly
    // before the demand for the part.
    enum class Of : std::uint8_t { crawler, network, budget, part };

    Violation violation;
    Action action;
    Rate rate;
    const Group* group;  // the group that has `rate`, or nullptr
    std::uint8_t which;  // 0: crawl-delay; n: n-th Request-rate
    Of of;
    const Budget* budget;  // nullptr, unless `of` is `budget` or `part`
};

// The maximum number of demands. If the crawler's name may be invented, a
// crawl-delay and the rates of a group are demanded twice: for the name, and
// for the client's network. In addition, each Budget that the crawler shares is
// demanded twice: as a whole, and for the crawler's part.
constexpr std::size_t kMaxDemands =
    2 * (1 + kMaxRequestRates) + 2 * kMaxBudgets;

using Demands = ShortList<Demand, kMaxDemands>;

// The store's answers to the demands of a request, in the order of the demands.
// Either all granted demands are charged, or none. None is charged if the
// request uses a pass (BudgetStore::take_pass), or if a budget with an action
// stricter than `log` refuses. The refusal of such a budget is the last answer.
struct Charged : ShortList<Charge, kMaxDemands> {
    bool refused = false;
    bool used_pass = false;
};

// Returns the rate that all invented names of one network share, if each name
// has the rate `one`. The network gets the rate of sixteen crawlers. Its burst
// has 1,023 more requests, so that the first request of each of 1,024 names
// passes.
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

// The result of the first step. Views point into the policy and the request.
struct Plan {
    // The verdict if no budget refuses or delays the request; final if there
    // are no demands.
    Verdict verdict;
    Demands demands;

    // Indexed by Violation. Set for the violations found so far, and for the
    // violations of the demands.
    std::array<Consequence, kViolations> consequences;
    const Enforcement* enforcement = nullptr;  // set if `verdict.judged`
    Milliseconds longest_wait{0};
    const Robots* current_revision = nullptr;  // set if `verdict.judged`
    // The crawler's grace revision, and its group in that revision (terms.hpp).
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
// Allocates memory only if the target must be rewritten to be matched.
Plan plan_request(const Policy& policy, const Site* site,
                  const Sighting& crawler, const Request& request, Action cap);

// Whether the request is delayed or refused, or a budget can delay or refuse
// it.
inline bool can_act(const Plan& plan) {
    return plan.verdict.action > Action::log ||
           std::any_of(plan.demands.begin(), plan.demands.end(),
                       [](const Demand& demand) {
                           return demand.action > Action::log;
                       });
}

// Whether the plan needs Budgets, which crawlers share. The demands for Budgets
// come last in the plan.
inline bool needs_shared(const Plan& plan) {
    const std::size_t size = plan.demands.size();
    return size > 0 && plan.demands[size - 1].budget != nullptr;
}

// Returns the key of a demand's budget, made by `keys`.
std::uint64_t key_of(const Plan& plan, const Demand& demand, const Keys& keys);

// Returns the key of the data `what` about the Budget of a demand.
std::uint64_t key_of(const Plan& plan, const Demand& demand, const Keys& keys,
                     Keys::OfBudget what);

// Returns the key of the pass that a HEAD leaves for its GET (charge.hpp). The
// pass is in the same part of the memory as the plan's first budget. So a
// client that cannot evict the budget cannot evict the pass.
std::uint64_t pass_key(const Plan& plan, const Keys& keys);

// Adds a violation to `verdict`, which is the plan's verdict or a copy of it.
// `action` takes effect unless an earlier violation has an action at least as
// strict. `wait` is how long the request would have to wait. Returns whether
// `action` takes effect.
bool record(const Plan& plan, Violation violation, Action action,
            Milliseconds wait, Verdict& verdict);

// Sets the robots.txt and the group of `verdict` to those of the plan's grace
// revision.
void go_by_grace_revision(const Plan& plan, Verdict& verdict);

}  // namespace robots
