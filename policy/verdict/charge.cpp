#include "policy/verdict/charge.hpp"

#include <algorithm>

namespace robots {

namespace {

// Whether the request came before it was due. The slack may still allow it.
bool is_early(const Demand& demand, const Charge& charge, Milliseconds now) {
    return demand.rate.is_paid_later()
               ? charge.wait > Milliseconds{0}
               : !charge.granted || charge.tat - demand.rate.interval > now;
}

// The lowest ten bits of a stored waiting time say which crawler waits. Two
// crawlers with the same ten bits (one pair in 1,024) look like one crawler.
// Neither finds the other waiting, so neither is limited to its part of the
// budget because of the other. And while one of the two waits, is_waiting() may
// be true for both.
constexpr std::int64_t kWho = 1023;

std::int64_t who_waits(const Plan& plan, const Demand& demand,
                       const Keys& keys) {
    return static_cast<std::int64_t>(
               key_of(plan, demand, keys, Keys::OfBudget::part)) &
           kWho;
}

// Returns the time until which the crawler stored under `key` waits; 0 if no
// crawler waits. The lowest bits of the time say which crawler waits (kWho).
Milliseconds waiter(std::uint64_t key, const Demand& demand, Milliseconds now,
                    BudgetStore& budgets) {
    // quote() ignores times that are much more than kMost periods ahead.
    constexpr int kMost = 4;
    const Rate any{kMost * waiting_time(demand), {}, {}, demand.rate.debt};
    const Milliseconds ahead = budgets.quote(key, now, any).wait;
    return ahead > Milliseconds{0} ? now + ahead : Milliseconds{0};
}

template <typename Holds>
bool any_waiter(const Plan& plan, const Demand& demand, Milliseconds now,
                BudgetStore& budgets, const Holds& holds) {
    const std::int64_t self = who_waits(plan, demand, budgets.keys());
    for (const auto what :
         {Keys::OfBudget::waiting, Keys::OfBudget::waited_before}) {
        const Milliseconds until = waiter(
            key_of(plan, demand, budgets.keys(), what), demand, now, budgets);
        if (until != Milliseconds{0} &&
            holds((until.count() & kWho) == self, until)) {
            return true;
        }
    }
    return false;
}

// Whether a demand counts. A demand for a crawler's part counts only while
// another crawler waits for the Budget.
bool counts(const Plan& plan, const Demand& demand, Milliseconds now,
            BudgetStore& budgets) {
    return demand.of != Demand::Of::part ||
           others_wait(plan, demand, now, budgets);
}

// Charges `rate` to the budget `key`. If the rate is paid later, only asks what
// the charge would be.
Charge charge_at(std::uint64_t key, const Rate& rate, Milliseconds now,
                 BudgetStore& budgets) {
    return rate.is_paid_later() ? budgets.quote(key, now, rate)
                                : budgets.charge(key, now, rate);
}

Charge quote_demand(const Plan& plan, const Demand& demand, Milliseconds now,
                    BudgetStore& budgets) {
    return counts(plan, demand, now, budgets)
               ? budgets.quote(key_of(plan, demand, budgets.keys()), now,
                               demand.rate)
               : Charge{};
}

}  // namespace

Charge charge_demand(const Plan& plan, const Demand& demand, Milliseconds now,
                     BudgetStore& budgets) {
    if (!counts(plan, demand, now, budgets)) {
        return {};
    }
    return charge_at(key_of(plan, demand, budgets.keys()), demand.rate, now,
                     budgets);
}

bool others_wait(const Plan& plan, const Demand& demand, Milliseconds now,
                 BudgetStore& budgets) {
    return any_waiter(plan, demand, now, budgets,
                      [](bool is_self, Milliseconds) { return !is_self; });
}

bool is_waiting(const Plan& plan, const Demand& demand, Milliseconds now,
                BudgetStore& budgets) {
    const Milliseconds long_enough = now + waiting_time(demand) / 2;
    return any_waiter(plan, demand, now, budgets,
                      [&](bool is_self, Milliseconds until) {
                          return is_self && until > long_enough;
                      });
}

// Stores the plan's crawler as `waiting`. If a different crawler is stored as
// `waiting`, moves that crawler to `waited_before` first.
void note_waits(const Plan& plan, const Charged& charged, Milliseconds now,
                BudgetStore& budgets) {
    for (std::size_t i = 0; i < charged.size(); ++i) {
        const Demand& demand = plan.demands[i];
        // A request that is only logged does not wait.
        if (demand.budget == nullptr || demand.action <= Action::log ||
            charged[i].wait == Milliseconds{0}) {
            continue;
        }
        const auto key = [&](Keys::OfBudget what) {
            return key_of(plan, demand, budgets.keys(), what);
        };
        const std::int64_t self = who_waits(plan, demand, budgets.keys());
        const Milliseconds last =
            waiter(key(Keys::OfBudget::waiting), demand, now, budgets);
        if (last != Milliseconds{0} && (last.count() & kWho) != self) {
            budgets.remember(key(Keys::OfBudget::waited_before), last, now);
        }
        const Milliseconds until = now + charged[i].wait + waiting_time(demand);
        budgets.remember(key(Keys::OfBudget::waiting),
                         Milliseconds((until.count() | kWho) - kWho + self),
                         now);
    }
}

Milliseconds pass_validity(const Plan& plan) {
    Milliseconds valid = kShortestPass;
    for (const Demand& demand : plan.demands) {
        valid = std::max(valid, demand.rate.interval);
    }
    return valid;
}

// Leaves the pass of a HEAD. The HEAD continues after its longest wait.
void leave_pass(const Plan& plan, const Charged& charged, Milliseconds now,
                BudgetStore& budgets, Receipt& receipt) {
    Milliseconds wait{0};
    for (const Charge& each : charged) {
        if (each.granted) {
            wait = std::max(wait, each.wait);
        }
    }
    receipt.pass = pass_key(plan, budgets.keys());
    budgets.leave_pass(receipt.pass, now + wait + pass_validity(plan), now);
}

void wait_for_rest(const Plan& plan, Charged& charged, Milliseconds now,
                   BudgetStore& budgets) {
    Charge& refusal = *(charged.end() - 1);
    for (std::size_t i = charged.size(); i < plan.demands.size(); ++i) {
        const Demand& demand = plan.demands[i];
        const Charge rest = demand.action > Action::log
                                ? quote_demand(plan, demand, now, budgets)
                                : Charge{};
        if (!rest.granted) {
            refusal.wait = std::max(refusal.wait, rest.wait);
        }
    }
}

Charged charge(const Plan& plan, Milliseconds now, BudgetStore& budgets,
               Receipt& receipt) {
    Charged charged;
    bool early = false;
    for (const Demand& demand : plan.demands) {
        Charge each;
        if (counts(plan, demand, now, budgets)) {
            const std::uint64_t key = key_of(plan, demand, budgets.keys());
            each = charge_at(key, demand.rate, now, budgets);
            if (each.granted && !demand.rate.is_paid_later()) {
                receipt.spent.add({key, demand.rate.interval, each.tat});
            }
        }
        charged.add(each);
        early = early || is_early(demand, each, now);
        if (!each.granted && demand.action > Action::log) {
            charged.refused = true;
            break;
        }
    }
    if (early && plan.method == Method::get && budgets.has_passes(now)) {
        charged.used_pass = budgets.take_pass(pass_key(plan, budgets.keys()),
                                              now, pass_validity(plan));
    }
    if (needs_shared(plan) && !charged.used_pass) {
        note_waits(plan, charged, now, budgets);
    }
    if (charged.refused) {
        wait_for_rest(plan, charged, now, budgets);
    }
    if (charged.refused || charged.used_pass) {
        give_back(receipt, budgets, now);
    } else if (plan.method == Method::head && receipt.spent.size() > 0) {
        leave_pass(plan, charged, now, budgets, receipt);
    }
    return charged;
}

Charged quote(const Plan& plan, Milliseconds now, BudgetStore& budgets) {
    Charged charged;
    for (const Demand& demand : plan.demands) {
        const Charge each = quote_demand(plan, demand, now, budgets);
        charged.add(each);
        if (!each.granted && demand.action > Action::log) {
            charged.refused = true;
            wait_for_rest(plan, charged, now, budgets);
            break;
        }
    }
    return charged;
}

}  // namespace robots
