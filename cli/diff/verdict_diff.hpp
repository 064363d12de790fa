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
    // One of the two policies, and where it finds sites. Both outlive this.
    struct Side {
        const robots::Policy& policy;
        SiteOfLine& sites;
    };
    VerdictDiff(Side before, Side after);

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
        explicit Judge(const Side& which)
            : side(which), headers(remember_headers(which.policy.crawlers())) {}
        // The verdict in words. Sets `crawler` to the name of the crawler.
        std::string verdict(const LogRecord& record, std::string& crawler);

        Side side;
        robots::HeaderMemory headers;
        MemoryBudgets budgets;
    };
    struct Hits {
        std::uint64_t requests = 0;
        std::string example;
    };

    Judge before_;
    Judge after_;
    ArrivalQueue queue_;
    std::uint64_t requests_ = 0;
    std::uint64_t different_ = 0;
    std::map<std::tuple<std::string, std::string, std::string>, Hits> changes_;
};

}  // namespace robotsctl
