#include "policy/verdict/charge.hpp"

#include <algorithm>

namespace robots {

namespace {

// Whether the request came before the crawler was due, though slack may forgive
// that.
bool is_early(const Demand& demand, const Charge& charge, Milliseconds now) {
    return !charge.granted || charge.tat - demand.rate.interval > now;
}

}  // namespace

Milliseconds pass_validity(const Plan& plan) {
    Milliseconds valid = kShortestPass;
    for (const Demand& demand : plan.demands) {
        valid = std::max(valid, demand.rate.interval);
    }
    return valid;
}

// Leaves the pass of a HEAD that goes on after the longest of its waits.
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

Charged charge(const Plan& plan, Milliseconds now, BudgetStore& budgets,
               Receipt& receipt) {
    Charged charged;
    bool early = false;
    for (const Demand& demand : plan.demands) {
        const std::uint64_t key = key_of(plan, demand, budgets.keys());
        const Charge each = budgets.charge(key, now, demand.rate);
        charged.add(each);
        early = early || is_early(demand, each, now);
        if (each.granted) {
            receipt.spent.add({key, demand.rate.interval, each.tat});
        } else if (demand.action > Action::log) {
            charged.refused = true;
            break;
        }
    }
    if (early && plan.method == Method::get && budgets.has_passes(now)) {
        charged.used_pass = budgets.take_pass(pass_key(plan, budgets.keys()),
                                              now, pass_validity(plan));
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
        const std::uint64_t key = key_of(plan, demand, budgets.keys());
        const Charge each = budgets.quote(key, now, demand.rate);
        charged.add(each);
        if (!each.granted && demand.action > Action::log) {
            charged.refused = true;
            break;
        }
    }
    return charged;
}

}  // namespace robots
