#include "policy/verdict/judge.hpp"

#include "policy/verdict/charge.hpp"
#include "policy/verdict/plan.hpp"
#include "policy/verdict/settle.hpp"

namespace robots {

Verdict judge(const Policy& policy, const Site* site, const Sighting& crawler,
              const Request& request, Milliseconds now, BudgetStore& budgets,
              Action cap) {
    const Plan plan = plan_request(policy, site, crawler, request, cap);
    Receipt own;
    Receipt& receipt = request.receipt != nullptr ? *request.receipt : own;
    return settle(plan, charge(plan, now, budgets, receipt));
}

}  // namespace robots
