// Which crawlers a site should slow down, as a policy that does it.

#ifndef ROBOTS_CLI_REPLAY_SUGGESTION_HPP
#define ROBOTS_CLI_REPLAY_SUGGESTION_HPP

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/judging/tally.hpp"
#include "cli/replay/demand.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

// A crawler that came too fast.
struct FastCrawler {
    std::string token;
    Demand demand;
    robots::Milliseconds delay{0};  // the Crawl-delay to hold it to
    // Its operator documents that it ignores Crawl-delay, so it is left alone.
    bool ignores_delay = false;
    // What the policy would have done with its requests.
    Outcome outcome;
};

// Gathers the requests of crawlers for one site.
class Suggestion {
  public:
    // More than `too_many` requests in a minute are too fast.
    Suggestion(const robots::Policy& policy, const robots::Site& site,
               std::uint64_t too_many)
        : policy_(policy), site_(site), too_many_(too_many) {}

    // A request that was judged for the site. In the order of arrival.
    void take(const robots::Sighting& crawler, robots::Milliseconds arrival,
              std::string_view target);

    // The crawlers that came too fast, those with the most requests first.
    // Monitors are left out: somebody pays for these requests.
    std::vector<FastCrawler> fast_crawlers() const;

    // A policy with the site's robots.txt, in which each of `crawlers` has a
    // group of its own, with the rules that bind it now and with the delay.
    // `host` is that of the site; empty: any.
    std::string policy_for(const std::vector<FastCrawler>& crawlers,
                           const std::string& host) const;

  private:
    struct Seen {
        robots::Category category = robots::Category::other;
        const robots::Crawler* crawler = nullptr;
        Demand demand;
    };

    robots::Milliseconds delay_for(const Demand& demand) const;

    const robots::Policy& policy_;
    const robots::Site& site_;
    std::uint64_t too_many_;
    std::map<std::string, Seen, std::less<>> seen_;  // by token
};

}  // namespace robotsctl

#endif
