// Which crawlers a site should slow down, as a policy that does it.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/judging/tally.hpp"
#include "policy/robots_txt/rate.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

// The most requests in one window of a fixed length: one from 12:00:00 up to
// 12:01:00, and so on.
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

// A part of a site: "/shop/" is all below it, "/search?q=" all with that
// parameter first.
struct Part {
    std::string name;
    std::uint64_t requests = 0;
};

// How fast a crawler came to a site, and what it asked for most.
class Demand {
  public:
    // Requests come in the order of their arrival.
    void add(robots::Milliseconds arrival, std::string_view target);

    std::uint64_t requests() const { return requests_; }
    std::uint64_t busiest_minute() const { return minute_.most(); }
    std::uint64_t busiest_hour() const { return hour_.most(); }

    // The parts with the most requests, at most `most`. Clients choose their
    // names, so only some are counted: of more, those that come often are
    // surely there, with a few requests too many
    // (Metwally et al. 2005, "Space-Saving").
    std::vector<Part> parts(std::size_t most) const;

    // The part that `target` belongs to, printable and cut short.
    static std::string part_of(std::string_view target);

  private:
    static constexpr std::size_t kParts = 64;

    std::uint64_t requests_ = 0;
    Busiest minute_{robots::Milliseconds{60000}};
    Busiest hour_{robots::Milliseconds{3600000}};
    std::vector<Part> parts_;
};

// A crawler that came too fast.
struct FastCrawler {
    std::string token;
    robots::Category category = robots::Category::other;
    const robots::Crawler* crawler = nullptr;
    Demand demand;
    robots::Milliseconds delay{0};  // the Crawl-delay to hold it to
    // What the policy would have done with its requests.
    Outcome outcome;

    // Its operator documents that it ignores Crawl-delay, so it is left alone.
    bool ignores_delay() const {
        return crawler != nullptr && crawler->crawl_delay == robots::Obeys::no;
    }
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
    robots::Milliseconds delay_for(const Demand& demand) const;
    // nullptr: no group binds it.
    const robots::Group* group_of(const FastCrawler& crawler) const;

    const robots::Policy& policy_;
    const robots::Site& site_;
    std::uint64_t too_many_;
    std::map<std::string, FastCrawler, std::less<>> seen_;  // by token
};

}  // namespace robotsctl
