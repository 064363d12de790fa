#include "policy/verdict/bill.hpp"

namespace robots {

Bill bill_of(const Plan& plan, const Charged& charged, const Keys& keys) {
    Bill bill;
    if (charged.refused && !charged.used_pass) {
        return bill;
    }
    for (std::size_t i = 0; i < charged.size(); ++i) {
        const Demand& demand = plan.demands[i];
        // If no other crawler waited for the Budget, the crawler's part of it
        // was not charged, and the part's `tat` is 0. Then the part is not on
        // the bill.
        const bool is_asked = charged[i].tat != Milliseconds{0};
        if (demand.rate.is_paid_later() && is_asked &&
            (charged[i].granted || charged.used_pass)) {
            bill.add({key_of(plan, demand, keys),
                      demand.budget->upstream_time(),
                      demand.of == Demand::Of::part});
        }
    }
    return bill;
}

void pay(const Bill& bill, Milliseconds took, Milliseconds now,
         BudgetStore& budgets) {
    if (took == Milliseconds{0}) {
        return;
    }
    for (const BillItem& item : bill) {
        budgets.charge(item.key, now, item.payment(took));
    }
}

}  // namespace robots
