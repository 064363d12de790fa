// The budgets that one request of a crawler needs.

#ifndef ROBOTS_POLICY_VERDICT_DEMANDS_HPP
#define ROBOTS_POLICY_VERDICT_DEMANDS_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "policy/robots_txt/rate.hpp"
#include "policy/robots_txt/request_rate.hpp"
#include "policy/site/enforcement.hpp"
#include "policy/site/groups.hpp"

namespace robots {

// One budget that a request needs, and what is done if it is spent. Which
// budget that is, is said without a key: each nginx and each server of a fleet
// makes its own (key_of in plan.hpp).
struct Demand {
    Violation violation;
    Action action;
    Rate rate;
    const Group* group;  // that asks for it; nullptr: none
    std::uint8_t which;  // of the group's rates; 0: its crawl-delay
    bool of_network;     // of all invented names from one network together
};

// A crawl-delay and the rates of a group, each of them twice if the crawler's
// name may be invented: for the name, and for the network that it comes from.
constexpr std::size_t kMaxDemands = 2 * (1 + kMaxRequestRates);

class Demands {
  public:
    void add(const Demand& demand) {
        if (size_ < all_.size()) {
            all_[size_++] = demand;
        }
    }
    Demand* begin() { return all_.data(); }
    Demand* end() { return all_.data() + size_; }
    const Demand* begin() const { return all_.data(); }
    const Demand* end() const { return all_.data() + size_; }
    const Demand& operator[](std::size_t i) const { return all_[i]; }
    std::size_t size() const { return size_; }

  private:
    std::array<Demand, kMaxDemands> all_;  // as it is: most stay unused
    std::size_t size_ = 0;
};

// What a store said to the first `size` demands of a request. All are charged
// or none: none if a budget refuses that the policy acts on, whose demand is
// the last one then, or if the request has a pass.
struct Charged {
    void add(const Charge& charge) {
        waits[size] = charge.wait;
        tats[size] = charge.tat;
        granted |= (charge.granted ? 1U : 0U) << size;
        ++size;
    }
    Charge operator[](std::size_t i) const {
        return {(granted >> i & 1) != 0, waits[i], tats[i]};
    }

    // As they are: most stay unused.
    std::array<Milliseconds, kMaxDemands> waits;
    std::array<Milliseconds, kMaxDemands> tats;
    unsigned granted = 0;  // a bit for each
    std::size_t size = 0;
    bool refused = false;
    bool used_pass = false;
};

// The rate of one network for all invented names together, if each name has the
// rate `one`: as much as sixteen crawlers, and 1,023 requests more at once, so
// that the first request of each of 1,024 names passes.
inline Rate network_rate(const Rate& one) {
    constexpr int kCrawlers = 16;
    constexpr int kMore = 1023;
    const Milliseconds interval =
        std::max(one.interval / kCrawlers, Milliseconds{1});
    return {interval, one.slack + interval * kMore, one.max_wait};
}

}  // namespace robots

#endif
