// What changes between two policies, and for which hosts and crawlers.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/diff/profile.hpp"
#include "policy/loader/build/load.hpp"
#include "policy/site/host.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

// What a site of a policy claims, as it is written there: a host or "*.suffix",
// and the port and the scheme if the claim has them.
struct HostClaim {
    std::string host;
    std::optional<std::uint16_t> port;
    std::optional<robots::Scheme> scheme;
};

// `file` is a policy that loads without an error.
std::vector<HostClaim> claims_in(const std::string& file,
                                 const robots::Variables& variables,
                                 const robots::PolicyRoots& roots);

// Crawlers with the same changes.
struct CrawlerChange {
    // Product tokens; "*" stands for all crawlers that are not named.
    std::vector<std::string> crawlers;
    LineChanges lines;
};

// What differs in the text of a robots.txt and means nothing to crawlers.
struct TextChange {
    LineChanges lines;
    bool order = false;  // lines are in another order, and none differs

    bool empty() const { return lines.empty() && !order; }
};

// Hosts with the same changes.
struct SiteChange {
    // "example.com", "https://example.com:8443", "*.example.com"; "default".
    std::vector<std::string> hosts;
    // Names of the sites that serve them; empty if there is none.
    std::string before;
    std::string after;
    std::vector<CrawlerChange> crawlers;
    LineChanges lines;  // for all crawlers
    TextChange text;

    // Whether a crawler can notice it.
    bool means_something() const { return !crawlers.empty() || !lines.empty(); }
};

// Compares the default, and the site of each host in `claims`, which has those
// of both policies. A change that no crawler can notice, such as one of a
// comment or of a spelling, is left out, unless it is asked for `text` too.
std::vector<SiteChange> diff_policies(const robots::Policy& before,
                                      const robots::Policy& after,
                                      const std::vector<HostClaim>& claims,
                                      bool text = false);

}  // namespace robotsctl
