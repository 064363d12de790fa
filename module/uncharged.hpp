// Budgets for who asks what the policy says and pays nothing.

#ifndef ROBOTS_MODULE_UNCHARGED_HPP
#define ROBOTS_MODULE_UNCHARGED_HPP

#include "rate.hpp"

namespace robots::nginx {

class Uncharged : public BudgetStore {
  public:
    Charge charge(std::uint64_t, Milliseconds now,
                  const Rate&) noexcept override {
        return {true, Milliseconds{0}, now};
    }
};

}  // namespace robots::nginx

#endif
