// Judges the requests of a log one after the other, as nginx would have done.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "cli/judging/judging.hpp"
#include "cli/log/log_record.hpp"
#include "policy/site/policy.hpp"
#include "policy/verdict/bill.hpp"

namespace robotsctl {

// Has budgets of its own. What requests pay when they end (bill.hpp) is kept
// until others come that arrived after that.
class LogJudge {
  public:
    // Requests come in the order of their arrival. `site` may be nullptr.
    robots::Verdict judge(const robots::Policy& policy,
                          const robots::Site* site,
                          const robots::Sighting& crawler,
                          const robots::Request& request,
                          const LogRecord& record);

    // How many requests would have paid for upstreams, whose time the log does
    // not have.
    std::uint64_t unpriced() const { return unpriced_; }

    // How many budgets were dropped while they still delayed somebody.
    std::uint64_t lost() const { return budgets_.lost(); }

  private:
    struct Payment {
        robots::Bill bill;
        robots::Milliseconds took;
    };

    void pay_until(robots::Milliseconds now);
    void pay_first();
    void keep(const robots::Bill& bill, const LogRecord& record);

    MemoryBudgets budgets_;
    std::multimap<robots::Milliseconds, Payment> unpaid_;  // by their ends
    std::uint64_t unpriced_ = 0;
};

}  // namespace robotsctl
