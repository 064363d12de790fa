// A compiled policy: sites, what each serves, and how one is found.

#ifndef ROBOTS_POLICY_POLICY_HPP
#define ROBOTS_POLICY_POLICY_HPP

#include <chrono>
#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "body.hpp"
#include "crawlers.hpp"
#include "groups.hpp"
#include "host.hpp"

namespace robots {

// What a site serves and enforces. Sites that come from one template with
// nothing of their own share one.
struct Robots {
    Body body;
    Groups groups;
    std::chrono::seconds max_age{3600};
    // Set: robots.txt answers 503 with this Retry-After, and nothing is judged.
    std::optional<std::chrono::seconds> suspend;
    std::string revision;  // names body and enforcement; changes with either
};

struct Site {
    std::string name;  // "example.com", "*.example.com:8443", "default"
    std::shared_ptr<const Robots> robots;
    Place place;
    std::uint64_t key = 0;  // of the name; the same in every process
};

// Site::key of a site of that name.
std::uint64_t site_key(std::string_view name);

// One claim on requests: a host, or "*.suffix", and optionally a port and a
// scheme. Host is canonical; wildcards keep their "*.".
struct SiteClaim {
    std::string host;
    std::optional<std::uint16_t> port;
    std::optional<Scheme> scheme;
};

// Immutable once loaded; shared by all requests of a process.
class Policy {
  public:
    explicit Policy(std::shared_ptr<const Crawlers> crawlers);

    // Adds a site and its claims. Returns the site that holds a claim already,
    // or nullptr where all was well.
    const Site* add(Site site, const std::vector<SiteClaim>& claims);
    void set_default(Site site);

    // The site of a request, the most specific claim first: exact host, then
    // the longest "*.suffix", then the default; among the claims of one host
    // one with the port before one without, then one with the scheme. nullptr
    // where no site claims it and there is no default.
    const Site* find(const Authority& authority) const;

    const Crawlers& crawlers() const { return *crawlers_; }
    const std::vector<std::unique_ptr<const Site>>& sites() const {
        return sites_;
    }
    const Site* default_site() const { return default_; }

    // The files it was read from, the policy's own first; Place::file indexes
    // them.
    std::vector<std::string> files;
    // The newest modification among them, seconds since the epoch.
    std::time_t modified = 0;

    // "policy.yaml:12:7", or empty where the place is unknown.
    std::string where(const Place& place) const;

  private:
    struct Claim {
        std::optional<std::uint16_t> port;
        std::optional<Scheme> scheme;
        const Site* site;
    };
    using Claims = std::vector<Claim>;  // most specific first

    const Site* claim(const SiteClaim& wanted, const Site* site);
    static const Site* pick(const Claims& claims, const Authority& authority);

    std::shared_ptr<const Crawlers> crawlers_;
    std::vector<std::unique_ptr<const Site>> sites_;
    std::unordered_map<std::string, Claims> exact_;
    std::unordered_map<std::string, Claims> suffixes_;  // without the "*."
    const Site* default_ = nullptr;
};

}  // namespace robots

#endif
