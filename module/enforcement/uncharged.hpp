// Budgets that charge nothing, for variables that only ask for a verdict.

#ifndef ROBOTS_MODULE_ENFORCEMENT_UNCHARGED_HPP
#define ROBOTS_MODULE_ENFORCEMENT_UNCHARGED_HPP

#include "policy/robots_txt/rate.hpp"

namespace robots::nginx {

class Uncharged : public BudgetStore {
  public:
    Uncharged() : BudgetStore(public_keys()) {}

    Charge charge(std::uint64_t, Milliseconds now,
                  const Rate&) noexcept override {
        return {true, Milliseconds{0}, now};
    }
};

}  // namespace robots::nginx

#endif
