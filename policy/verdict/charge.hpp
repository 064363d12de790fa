// Charges what a plan demands to a store of budgets: the second step of a
// verdict (plan.hpp).
//
// A HEAD and its GET cost as much as one request. Link checkers send HEAD and
// right after it GET of the same target, and keep the delay between pairs. So a
// HEAD that is charged leaves a pass in the store. One early GET of the same
// visitor and target uses that pass and costs nothing. The pass of a HEAD that
// is delayed is good from when that goes on.
//
// Crawlers that share a budget (policy/site/budget.hpp) get it in turns that
// nobody assigns: while one of them waits, no other gets more than half. A
// crawler waits from when the budget delays or refuses a request of its, for as
// long as that takes and the budget's time. The store remembers the last two
// that wait, which are different ones, so that each crawler finds another among
// them if there is any. While it does, its requests are charged to its part of
// the budget, too: half the pace, and half as many at once.

#pragma once

#include <cstddef>
#include <cstdint>

#include "policy/base/short_list.hpp"
#include "policy/verdict/budget_store.hpp"
#include "policy/verdict/plan.hpp"

namespace robots {

// Keeps what one request was charged, so that it can be given back.
//
// A redirect and the request that follows it cost as much as one request. So
// the crawler gets back what it paid for the redirect.
struct Receipt {
    // The pass that a HEAD left for a GET (BudgetStore); 0: none.
    std::uint64_t pass = 0;
    ShortList<Spent, kMaxDemands> spent;
};

// Gives back what is on the receipt, and empties it. A HEAD gets nothing back
// if a GET has used its pass: the two have paid for one request.
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

// 301, 302, 303, 307 and 308: the client should request something else.
constexpr bool is_redirect(unsigned status) {
    constexpr unsigned kFirst = 301;
    constexpr unsigned kRedirects = 0b1100'0111;
    return status - kFirst < 8 && (kRedirects >> (status - kFirst) & 1) != 0;
}

// A pass is valid for this time, or for the interval if that is longer.
constexpr Milliseconds kShortestPass{10000};

// How long the pass of a HEAD for such a plan is good.
Milliseconds pass_validity(const Plan& plan);

// How long a crawler waits for a budget, after it should come back.
inline Milliseconds waiting_time(const Demand& demand) {
    return demand.budget->period();
}

// Whether another crawler than the plan's waits for the Budget of the demand.
bool others_wait(const Plan& plan, const Demand& demand, Milliseconds now,
                 BudgetStore& budgets);

// Whether it is remembered that the plan's crawler waits for the Budget of the
// demand, and will be for half of waiting_time() at least.
bool is_waiting(const Plan& plan, const Demand& demand, Milliseconds now,
                BudgetStore& budgets);

// Charges one demand; a part only if others wait, and else it is granted.
Charge charge_demand(const Plan& plan, const Demand& demand, Milliseconds now,
                     BudgetStore& budgets);

// Remembers that the plan's crawler waits for the Budgets that delay or refuse
// its request.
void note_waits(const Plan& plan, const Charged& charged, Milliseconds now,
                BudgetStore& budgets);

// Charges all budgets, or none (Charged). What was charged is on the receipt,
// which is empty before.
Charged charge(const Plan& plan, Milliseconds now, BudgetStore& budgets,
               Receipt& receipt);

// Leaves the pass of a HEAD that was charged so, and notes it on the receipt.
void leave_pass(const Plan& plan, const Charged& charged, Milliseconds now,
                BudgetStore& budgets, Receipt& receipt);

// What charge() would say, charging nothing. Passes do not count.
Charged quote(const Plan& plan, Milliseconds now, BudgetStore& budgets);

}  // namespace robots
