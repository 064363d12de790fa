// Finds what changes between two policies, and for which hosts and crawlers.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/diff/profile.hpp"
#include "cli/log/log_merge.hpp"
#include "policy/site/host.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

// Crawlers with the same changes, and these changes.
struct CrawlerChange {
    // Product tokens; "*" means all crawlers that neither a group nor a budget
    // mentions.
    std::vector<std::string> crawlers;
    LineChanges lines;
};

// Differences in the text of a robots.txt that mean nothing to crawlers.
struct TextChange {
    LineChanges lines;
    bool order = false;  // the same lines are in another order

    bool empty() const { return lines.empty() && !order; }
};

// Hosts with the same changes, and these changes.
struct SiteChange {
    // For example "example.com", "https://example.com:8443", "*.example.com";
    // "default" for the default site.
    std::vector<std::string> hosts;
    // The names of the sites that serve these hosts; empty if no site does.
    std::string before;
    std::string after;
    std::vector<CrawlerChange> crawlers;
    LineChanges lines;  // changes that concern all crawlers
    TextChange text;

    // Whether a crawler can notice the change.
    bool means_something() const { return !crawlers.empty() || !lines.empty(); }
};

// Compares the default sites of the two policies, and the sites of each host
// that one of the policies mentions. Leaves out changes that no crawler can
// notice (for example in a comment or a spelling), unless `text` is true.
std::vector<SiteChange> diff_policies(const robots::Policy& before,
                                      const robots::Policy& after, bool text);

// Finds the requests of a log that two policies judge differently.

// Requests of one crawler with the same old and the same new verdict.
struct VerdictChange {
    std::string crawler;
    std::string before;  // "allow", "disallow, reject"
    std::string after;
    std::uint64_t requests = 0;
    std::string example;  // the target of the first request
};

// The changes for all requests of a log.
struct VerdictDiff {
    std::uint64_t requests = 0;
    std::uint64_t different = 0;
    std::vector<VerdictChange> changes;  // the most frequent first
};

// Reads `log` to its end, and judges its requests by both policies. `url` has
// the same meaning as in the constructor of SiteOfLine. Throws Unusable like
// SiteOfLine::check_host().
VerdictDiff diff_verdicts(const robots::Policy& before,
                          const robots::Policy& after,
                          const std::optional<robots::Url>& url, LogMerge& log);

}  // namespace robotsctl
