// What a replay found, as the status page: one file that needs nothing else.

#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "cli/log/log_record.hpp"
#include "cli/log/site_of_line.hpp"
#include "policy/site/policy.hpp"
#include "policy/state/activity.hpp"
#include "policy/state/ledger.hpp"
#include "policy/verdict/verdict.hpp"

namespace robotsctl {

// Counts verdicts as the module does, in a ledger of its own whose clock is
// that of the log.
class HtmlReport {
  public:
    // `policy` and `sites` outlive the report. Throws std::bad_alloc.
    HtmlReport(const robots::Policy& policy, SiteOfLine& sites,
               std::string policy_file);

    // Counts a crawler's request, as Watch gets them: in the order in
    // which they came.
    void take(const LogRecord& record, const robots::Verdict& verdict);

    // The page with all that was counted inside. The views of the busiest
    // crawlers and sites are in it, kViews of each.
    std::string html() const;

    static constexpr std::size_t kViews = 200;

  private:
    robots::Milliseconds clock(robots::Milliseconds time);
    void keep_violation(const LogRecord& record, const robots::Site& site,
                        const robots::Verdict& verdict,
                        robots::Milliseconds now);
    std::string answer(const std::string& question) const;

    const robots::Policy& policy_;
    SiteOfLine& sites_;
    std::string policy_file_;
    // All zeros at first.
    struct alignas(robots::Ledger::kAlignment) CacheLine {
        std::array<unsigned char, robots::Ledger::kAlignment> octets{};
    };
    std::vector<CacheLine> ledger_memory_;
    std::vector<CacheLine> activity_memory_;
    robots::Ledger ledger_;
    robots::Activity activity_;
    robots::Milliseconds start_{0};  // of the log, when the clock began
    robots::Milliseconds now_{1};
    std::size_t robots_txt_ = 0;
};

}  // namespace robotsctl
