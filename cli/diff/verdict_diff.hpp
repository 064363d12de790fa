// The requests of a log that two policies judge differently.

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "cli/judging/logged_request.hpp"
#include "cli/judging/memory_budgets.hpp"
#include "cli/judging/tally.hpp"
#include "cli/log/arrival_queue.hpp"
#include "cli/log/log_record.hpp"
#include "cli/log/site_of_line.hpp"
#include "policy/crawlers/header_memory.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

// Requests of one crawler with the same old and the same new verdict.
struct VerdictChange {
    std::string crawler;
    std::string before;  // "allow", "disallow, reject"
    std::string after;
    std::uint64_t requests = 0;
    std::string example;  // the first target
};

class VerdictDiff {
  public:
    // Two policies, and where each finds sites. All outlive this.
    VerdictDiff(const robots::Policy& before, SiteOfLine& sites_before,
                const robots::Policy& after, SiteOfLine& sites_after);

    // Requests come in the order of their times.
    void take(const LogRecord& record);
    // Compares the requests that still wait.
    void finish();

    std::uint64_t requests() const { return requests_; }
    std::uint64_t different() const { return different_; }

    // The most frequent first.
    std::vector<VerdictChange> changes() const;

  private:
    void compare_arrived();
    void compare(const LogRecord& record);

    struct Judge {
        Judge(const robots::Policy& which, SiteOfLine& its_sites)
            : policy(which),
              sites(its_sites),
              headers(remember_headers(which.crawlers())) {}

        // The verdict in words. Sets `crawler` to the name of the crawler.
        std::string verdict(const LogRecord& record, std::string& crawler);

        const robots::Policy& policy;
        SiteOfLine& sites;
        robots::HeaderMemory headers;
        MemoryBudgets budgets;
    };

    Judge before_;
    Judge after_;
    ArrivalQueue queue_;
    std::uint64_t requests_ = 0;
    std::uint64_t different_ = 0;
    std::map<std::tuple<std::string, std::string, std::string>, RuleHits>
        changes_;
};

}  // namespace robotsctl
