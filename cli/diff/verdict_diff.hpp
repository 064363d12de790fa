// The requests of a log that two policies judge differently.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/log/log_merge.hpp"
#include "policy/site/host.hpp"
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

// Of the requests of logs.
struct VerdictDiff {
    std::uint64_t requests = 0;
    std::uint64_t different = 0;
    std::vector<VerdictChange> changes;  // the most frequent first
};

// Judges the requests of `log` by both policies, and reads it to its end. `url`
// is as SiteOfLine has it.
VerdictDiff diff_verdicts(const robots::Policy& before,
                          const robots::Policy& after,
                          const std::optional<robots::Url>& url, LogMerge& log);

}  // namespace robotsctl
