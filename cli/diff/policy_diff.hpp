// What changes between two policies, and for whom.

#ifndef ROBOTS_CLI_DIFF_POLICY_DIFF_HPP
#define ROBOTS_CLI_DIFF_POLICY_DIFF_HPP

#include <string>
#include <vector>

#include "cli/diff/claims.hpp"
#include "cli/diff/profile.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

// Crawlers for which the same changes.
struct CrawlerChange {
    // Product tokens; "*" stands for all that are not named.
    std::vector<std::string> crawlers;
    LineChanges lines;
};

// Hosts for which the same changes.
struct SiteChange {
    // "example.com", "https://example.com:8443", "*.example.com"; "default".
    std::vector<std::string> hosts;
    // Names of the sites that answer; empty where none does.
    std::string before;
    std::string after;
    std::vector<CrawlerChange> crawlers;
    LineChanges lines;  // for all crawlers
};

// Every host of `claims`, which are those of both policies, and all others.
// Changes that no crawler can notice, such as those of comments, are none.
std::vector<SiteChange> diff_policies(const robots::Policy& before,
                                      const robots::Policy& after,
                                      const std::vector<HostClaim>& claims);

}  // namespace robotsctl

#endif
