// Charges the demands of a plan to a store of budgets. This is the second of
// the three steps of a verdict (plan.hpp).
//
// A HEAD request and the GET request after it cost as much as one request,
// because link checkers send both for the same target, and keep the crawl-delay
// between one pair and the next. So a HEAD that is charged leaves a pass in the
// store: a permit for one request without a charge. If the same visitor sends a
// GET for the same target before the visitor's budgets are due, the GET uses
// the pass and costs nothing. If the HEAD is delayed, the pass becomes valid at
// the time when the HEAD continues.
//
// Crawlers that share a budget (policy/site/budget.hpp) are charged in the
// order of their requests. But while one of these crawlers waits, no other
// crawler gets more than half of the budget. A crawler starts to wait when the
// budget delays or refuses one of its requests. It counts as waiting until the
// delay or the Retry-After of the refusal is over, and for one period of the
// budget after that. The store has only the last two different crawlers that
// wait. That is enough for each crawler to find another waiting crawler, if any
// other crawler waits. While a crawler finds another waiting crawler, its
// requests are charged both to the whole budget and to its part of the budget.
// This part has half the rate and half the burst of the budget.

#pragma once

#include <cstddef>
#include <cstdint>

#include "policy/base/short_list.hpp"
#include "policy/verdict/budget_store.hpp"
#include "policy/verdict/plan.hpp"

namespace robots {

// The charges of one request. They are kept so that they can be given back.
//
// A redirected request and the request that follows it cost as much as one
// request. So the crawler gets back the charge of the redirected request.
struct Receipt {
    // The key of the pass that a HEAD left for a GET (BudgetStore); 0 if none.
    std::uint64_t pass = 0;
    ShortList<Spent, kMaxDemands> spent;
};

// Gives back the charges on the receipt, and empties the receipt. A HEAD gets
// nothing back if a GET has used the HEAD's pass, because the charge of the
// HEAD then pays for the GET.
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

// The minimum validity of a pass. If a rate of the plan has a longer interval,
// the pass is valid for that interval.
constexpr Milliseconds kShortestPass{10000};

// Returns how long the pass of a HEAD with this plan is valid.
Milliseconds pass_validity(const Plan& plan);

// Returns how long a crawler still counts as waiting after its delay, or after
// the Retry-After of its refusal, has passed.
inline Milliseconds waiting_time(const Demand& demand) {
    return demand.budget->period();
}

// Whether a crawler other than the plan's waits for the demand's Budget.
bool others_wait(const Plan& plan, const Demand& demand, Milliseconds now,
                 BudgetStore& budgets);

// Whether, according to the store, the plan's crawler counts as waiting for the
// demand's Budget for more than half of waiting_time() from `now` on.
bool is_waiting(const Plan& plan, const Demand& demand, Milliseconds now,
                BudgetStore& budgets);

// Charges one demand. A demand for a crawler's part is charged only if another
// crawler waits. If no other crawler waits, this demand is granted without a
// charge.
Charge charge_demand(const Plan& plan, const Demand& demand, Milliseconds now,
                     BudgetStore& budgets);

// Stores that the plan's crawler waits for the Budgets that delay or refuse its
// request. A Budget with the action `log` does not delay or refuse a request.
void note_waits(const Plan& plan, const Charged& charged, Milliseconds now,
                BudgetStore& budgets);

// Raises the wait of the refusal, which is the last charge in `charged`. After
// the new wait, none of the plan's later demands refuses. So a crawler that
// comes back after Retry-After passes.
void wait_for_rest(const Plan& plan, Charged& charged, Milliseconds now,
                   BudgetStore& budgets);

// Charges all budgets of the plan, or no budget (see Charged). Adds the charges
// to the receipt, which must be empty.
Charged charge(const Plan& plan, Milliseconds now, BudgetStore& budgets,
               Receipt& receipt);

// Leaves the pass of a HEAD that was charged, and adds it to the receipt.
void leave_pass(const Plan& plan, const Charged& charged, Milliseconds now,
                BudgetStore& budgets, Receipt& receipt);

// Returns what charge() would return, but charges nothing and ignores passes.
Charged quote(const Plan& plan, Milliseconds now, BudgetStore& budgets);

}  // namespace robots
