// Finds the crawlers that a site should slow down, and writes a policy that
// slows these crawlers down.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/judging/tally.hpp"
#include "policy/robots_txt/rate.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "policy/site/host.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

// Counts requests in consecutive windows of one length (12:00 to 12:01, 12:01
// to 12:02), and keeps the highest count.
class Busiest {
  public:
    explicit Busiest(robots::Milliseconds length) : length_(length) {}

    void add(robots::Milliseconds arrival);
    std::uint64_t most() const { return most_; }

  private:
    robots::Milliseconds length_;
    std::int64_t window_ = -1;
    std::uint64_t count_ = 0;
    std::uint64_t most_ = 0;
};

// A part of a site: "/shop/" means all paths below it, and "/search?q=" means
// all targets with `q` as the first parameter.
struct Part {
    std::string name;
    std::uint64_t requests = 0;
};

// How fast a crawler sent requests to a site, and which parts it asked for
// most.
class CrawlerTraffic {
  public:
    // Must be called in the order in which requests arrived.
    void add(robots::Milliseconds arrival, std::string_view target);

    std::uint64_t requests() const { return requests_; }
    std::uint64_t busiest_minute() const { return minute_.most(); }
    std::uint64_t busiest_hour() const { return hour_.most(); }

    // Returns the parts with the most requests, at most `most` parts. At most
    // kParts parts are counted, because clients choose their names. If the site
    // has more parts, the most frequent parts are still counted, but their
    // counts may be slightly too high (Metwally et al. 2005, "Space-Saving").
    std::vector<Part> parts(std::size_t most) const;

    // Returns the part to which `target` belongs, printable and cut.
    static std::string part_of(std::string_view target);

  private:
    static constexpr std::size_t kParts = 64;

    std::uint64_t requests_ = 0;
    Busiest minute_{robots::Milliseconds{60000}};
    Busiest hour_{robots::Milliseconds{3600000}};
    std::vector<Part> parts_;
};

struct FastCrawler {
    std::string token;
    robots::Category category = robots::Category::other;
    const robots::Crawler* crawler = nullptr;
    CrawlerTraffic traffic;
    // The number of requests that may be those of API clients. These requests
    // are not in `traffic`, but a group for the crawler's token would bind
    // them.
    std::uint64_t of_clients = 0;
    robots::Milliseconds delay{0};  // the Crawl-delay to suggest
    // Why the crawler gets no suggestion, without a full stop; empty if it gets
    // a suggestion.
    std::string left_alone;
    // What the policy would have done with the requests of `traffic`.
    OutcomeCounts outcome;
};

// Collects the requests of crawlers to one site.
class Suggestion {
  public:
    // A crawler with more than `too_many` requests in a minute is too fast.
    Suggestion(const robots::Policy& policy, const robots::Site& site,
               std::uint64_t too_many)
        : policy_(policy), site_(site), too_many_(too_many) {}

    // Adds a request that was judged for the site. If `may_be_client` is true,
    // the request may be that of an API client or a webhook. Must be called in
    // the order in which requests arrived.
    void take(const robots::Sighting& crawler, robots::Milliseconds arrival,
              std::string_view target, bool may_be_client);

    // Returns the crawlers that came too fast, at most 50, those with the most
    // requests first. Leaves out: crawlers of the category `monitor`, because
    // somebody has ordered their requests; libraries and clients that no group
    // binds; crawlers with a private group, because their terms were agreed;
    // and crawlers with a name that is not a product token.
    std::vector<FastCrawler> fast_crawlers() const;

    // Returns a policy with the site's robots.txt. In this policy, each of
    // `crawlers` that is not left_alone has its own group. The group has the
    // rules that bind the crawler now, and enforces the suggested delay. The
    // site in the new policy has the same claims as this site. If this site has
    // more than 100 hosts, or if its hosts differ in ports or schemes, the new
    // policy has the site `default` instead. `url`, if given, must be a URL of
    // this site. Variables in the robots.txt are replaced as in a request for
    // `url` or, without `url`, for an example origin. Complains about lines
    // that have another meaning in a policy. Throws Unusable if a policy cannot
    // have this robots.txt.
    std::string policy_for(const std::vector<FastCrawler>& crawlers,
                           const std::optional<robots::Url>& url) const;

  private:
    // The site's robots.txt for the origin of `url` or, without `url`, for an
    // example origin.
    std::string robots_txt(const std::optional<robots::Url>& url) const;
    robots::Milliseconds delay_for(const CrawlerTraffic& traffic) const;
    // Returns nullptr if no group binds the crawler.
    const robots::Group* group_of(const FastCrawler& crawler) const;

    const robots::Policy& policy_;
    const robots::Site& site_;
    std::uint64_t too_many_;
    std::map<std::string, FastCrawler> seen_;  // by lower-case token
};

}  // namespace robotsctl
