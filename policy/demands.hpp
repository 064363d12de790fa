// The budgets that one request of a crawler needs.

#ifndef ROBOTS_POLICY_DEMANDS_HPP
#define ROBOTS_POLICY_DEMANDS_HPP

#include <array>
#include <cstddef>
#include <cstdint>

#include "enforcement.hpp"
#include "groups.hpp"
#include "rate.hpp"

namespace robots {

// One budget that a request needs, and what is done where it is spent.
struct Demand {
    Violation violation;
    Action action;
    Rate rate;
    std::uint64_t key;
    const Group* group;  // that asks for it; nullptr: none
};

// Rates beyond these are not enforced; no group has as many. Each may come with
// one of the sender's network.
constexpr std::size_t kMaxDemands = 16;

class Demands {
  public:
    void add(const Demand& demand) {
        if (size_ < all_.size()) {
            all_[size_++] = demand;
        }
    }
    const Demand* begin() const { return all_.data(); }
    const Demand* end() const { return all_.data() + size_; }
    std::size_t size() const { return size_; }

  private:
    std::array<Demand, kMaxDemands> all_;  // as it is: most stay unused
    std::size_t size_ = 0;
};

}  // namespace robots

#endif
