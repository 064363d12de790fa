// Charges one request, and makes a HEAD and its GET cost as much as one.
//
// Link checkers send HEAD and right after it GET of the same target, and keep
// the delay between pairs. So a HEAD that is charged leaves a pass in the
// BudgetStore. One early GET of the same visitor and target uses that pass and
// costs nothing.

#ifndef ROBOTS_POLICY_VERDICT_CHARGING_HPP
#define ROBOTS_POLICY_VERDICT_CHARGING_HPP

#include "policy/robots_txt/rate.hpp"
#include "policy/verdict/demands.hpp"
#include "policy/verdict/receipt.hpp"
#include "policy/verdict/verdict.hpp"

namespace robots {

// A pass is valid for this time, or for the interval if that is longer.
constexpr Milliseconds kShortestPass{10000};

class Charging {
  public:
    Charging(const Request& request, Milliseconds now, BudgetStore& budgets)
        : request_(request), now_(now), budgets_(budgets) {}

    const Keys& keys() const { return budgets_.keys(); }

    Charge charge(const Demand& demand) {
        return budgets_.charge(demand.key, now_, demand.rate);
    }

    // Whether the request came before the crawler was due, though slack may
    // forgive that.
    bool is_early(const Demand& demand, const Charge& charge) const {
        return !charge.granted || charge.tat - demand.rate.interval > now_;
    }

    // Whether the request goes on at once, and neither uses a pass nor leaves
    // one.
    bool is_usual(const Demand& demand, const Charge& charge) {
        return request_.method != Method::head &&
               (!is_early(demand, charge) ||
                (charge.granted && charge.wait == Milliseconds{0} &&
                 !may_have_pass()));
    }

    // Writes a granted charge on the receipt.
    void note(const Demand& demand, const Charge& charge) const {
        if (request_.receipt != nullptr) {
            request_.receipt->add(spent(demand, charge));
        }
    }

    void give_back(const Demand& demand, const Charge& charge) {
        budgets_.give_back(spent(demand, charge), now_);
    }

    // Gives back what was granted of the first `charged.size` demands.
    void give_back(const Demands& demands, const Charged& charged);

    // Whether the request is a GET with a pass. Uses the pass up. A pass is
    // kept under the request's first demand, and frees it from all.
    bool uses_pass(const Demand& first) {
        return may_have_pass() && budgets_.take_pass(pass_key(first), now_);
    }

    // Leaves a pass if the request is a HEAD. It goes on after `wait`;
    // `interval` is the longest that it was charged.
    void leave_pass(const Demand& first, Milliseconds wait,
                    Milliseconds interval);

  private:
    bool may_have_pass() {
        return request_.method == Method::get && budgets_.has_passes(now_);
    }
    static Spent spent(const Demand& demand, const Charge& charge) {
        return {demand.key, demand.rate.interval, charge.tat};
    }
    std::uint64_t pass_key(const Demand& first) const;

    const Request& request_;
    const Milliseconds now_;
    BudgetStore& budgets_;
};

}  // namespace robots

#endif
