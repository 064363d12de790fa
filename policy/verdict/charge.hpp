// Charges the demands of a plan to a store of budgets: the second step of a
// verdict (plan.hpp).
//
// A HEAD and its GET cost as much as one request. Link checkers send HEAD and
// right after it GET for the same target, and keep the delay between pairs. So
// a HEAD that is charged leaves a pass in the store. One early GET of the same
// visitor and target uses that pass and costs nothing. The pass of a delayed
// HEAD is valid from the time when the HEAD continues.
//
// Crawlers that share a budget (policy/site/budget.hpp) are charged in the
// order of their requests. But while one of them waits, no other crawler gets
// more than half of the budget. A crawler starts to wait when the budget delays
// or refuses one of its requests. It counts as waiting during that delay and
// for one period of the budget after it. The store has the last two different
// crawlers that wait, so that each crawler finds another one there if any other
// waits. While a crawler finds another one, its requests are also charged to
// its part of the budget, which has half the rate and half the burst.

#pragma once

#include <cstddef>
#include <cstdint>

#include "policy/base/short_list.hpp"
#include "policy/verdict/budget_store.hpp"
#include "policy/verdict/plan.hpp"

namespace robots {

// The charges of one request, so that they can be given back.
//
// A redirect and the request that follows it cost as much as one request. So
// the crawler gets back the charge of the redirect.
struct Receipt {
    // The key of the pass that a HEAD left for a GET (BudgetStore); 0 if none.
    std::uint64_t pass = 0;
    ShortList<Spent, kMaxDemands> spent;
};

// Gives back the charges on the receipt, and empties the receipt. A HEAD gets
// nothing back if a GET has used its pass: the two paid for one request.
inline void give_back(Receipt& receipt, BudgetStore& budgets,
                      Milliseconds now) noexcept {
    if (receipt.pass == 0 ||
        budgets.take_pass(receipt.pass, now, BudgetStore::kAnyPass)) {
        for (const Spent& each : receipt.spent) {
            budgets.give_back(each, now);
        }
    }
    receipt.spent.clear();
    receipt.pass = 0;
}

// Whether the status is 301, 302, 303, 307 or 308: the client should request
// another target.
constexpr bool is_redirect(unsigned status) {
    constexpr unsigned kFirst = 301;
    constexpr unsigned kRedirects = 0b1100'0111;
    return status - kFirst < 8 && (kRedirects >> (status - kFirst) & 1) != 0;
}

// The minimum validity of a pass; a longer interval of the plan's rates makes
// the validity longer.
constexpr Milliseconds kShortestPass{10000};

// Returns how long the pass of a HEAD with this plan is valid.
Milliseconds pass_validity(const Plan& plan);

// Returns how long a crawler counts as waiting for a budget after its delay, or
// after the time when it should ask again.
inline Milliseconds waiting_time(const Demand& demand) {
    return demand.budget->period();
}

// Whether a crawler other than the plan's waits for the Budget of the demand.
bool others_wait(const Plan& plan, const Demand& demand, Milliseconds now,
                 BudgetStore& budgets);

// Whether the plan's crawler is stored as waiting for the Budget of the demand,
// for more than half of waiting_time() from now.
bool is_waiting(const Plan& plan, const Demand& demand, Milliseconds now,
                BudgetStore& budgets);

// Charges one demand. A demand for a part is charged only if others wait;
// otherwise it is granted without a charge.
Charge charge_demand(const Plan& plan, const Demand& demand, Milliseconds now,
                     BudgetStore& budgets);

// Stores that the plan's crawler waits for the Budgets that delay or refuse its
// request. Budgets that only log do neither.
void note_waits(const Plan& plan, const Charged& charged, Milliseconds now,
                BudgetStore& budgets);

// Raises the wait of a refusal, the last charge, so that none of the demands
// behind it refuses then: a crawler that comes back after Retry-After passes.
void wait_for_rest(const Plan& plan, Charged& charged, Milliseconds now,
                   BudgetStore& budgets);

// Charges all budgets of the plan, or none (Charged). Adds the charges to the
// receipt, which must be empty.
Charged charge(const Plan& plan, Milliseconds now, BudgetStore& budgets,
               Receipt& receipt);

// Leaves the pass of a HEAD that was charged, and adds it to the receipt.
void leave_pass(const Plan& plan, const Charged& charged, Milliseconds now,
                BudgetStore& budgets, Receipt& receipt);

// Returns what charge() would return, but charges nothing and ignores passes.
Charged quote(const Plan& plan, Milliseconds now, BudgetStore& budgets);

}  // namespace robots
