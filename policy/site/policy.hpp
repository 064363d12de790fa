// A compiled policy: the sites, what each site serves, and how a site is found.

#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <deque>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/base/hexadecimal.hpp"
#include "policy/base/shared.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/site/body.hpp"
#include "policy/site/budget.hpp"
#include "policy/site/claims.hpp"
#include "policy/site/groups.hpp"
#include "policy/site/host.hpp"
#include "policy/site/refusal.hpp"
#include "policy/site/x_robots_tag.hpp"

namespace robots {

// Identifies what a site serves and enforces: a hash in hexadecimal digits.
class Revision {
  public:
    Revision() : Revision(0) {}
    explicit Revision(std::uint64_t hash) : text_(hexadecimal(hash)) {}

    std::string_view text() const { return {text_.data(), text_.size()}; }

  private:
    Hexadecimal text_;
};

inline bool operator==(const Revision& a, const Revision& b) {
    return a.text() == b.text();
}
inline bool operator!=(const Revision& a, const Revision& b) {
    return !(a == b);
}

// What answers a request for robots.txt.
enum class Publisher : std::uint8_t {
    policy,       // the policy: the site's body
    nobody,       // 404
    application,  // what nginx would serve without a policy
};

// The settings of a site that are not in its robots.txt. Most sites share one
// object.
struct SiteSettings {
    Publisher publisher = Publisher::policy;
    bool verbatim = false;  // the author wrote robots.txt, not groups
    std::chrono::seconds max_age = std::chrono::hours(1);
    // If set, /robots.txt is answered with 503 and this Retry-After, and
    // nothing is enforced.
    std::optional<std::chrono::seconds> suspend;
    std::vector<XRobotsTag> x_robots_tags;  // of responses except robots.txt
    std::vector<UseHeaders> use_headers;    // of responses except robots.txt
    Refusal refusal;
    // The licences for crawlers whose group has none (RSL 1.0, 4.4), at most
    // kMaxLicenseLinks.
    std::vector<Body> licenses;
    bool license_link = false;  // whether responses 2xx name the licences
    Enforcement enforcement;    // for crawlers that no group binds
    Budgets budgets;
};

// What a site serves and enforces. Sites that use the same template without
// additions share one object.
struct Robots {
    // If an application publishes robots.txt, `body` is not served. Then `body`
    // has only the groups, in the form in which the policy would publish them.
    Body body;
    Groups groups;
    Shared<SiteSettings> settings;
    Revision revision;  // does not cover max_age and refusal
};

// Returns the licences for the crawlers of `group`: those of `group` or, if it
// has none, those of the site. Also returns the site's licences if `group` is
// nullptr or private: licences of a private group must not be published.
inline const std::vector<Body>& effective_licenses(const Robots& robots,
                                                   const Group* group) {
    return group == nullptr || group->is_private || group->licenses.empty()
               ? robots.settings->licenses
               : group->licenses;
}

// Whether `holds` is true for the enforcement of the site or of one of its
// groups.
template <typename Holds>
bool any_enforcement(const Robots& robots, Holds holds) {
    const auto groups = robots.groups.all();
    return holds(robots.settings->enforcement) ||
           std::any_of(groups.begin(), groups.end(),
                       [&holds](const auto& each) {
                           return holds(*each->enforcement);
                       });
}

// Whether one of the site's budgets is for the crawler (Budget::chooses).
inline bool shares_budget(const Robots& robots, const Sighting& crawler) {
    const Budgets& budgets = robots.settings->budgets;
    return std::any_of(
        budgets.begin(), budgets.end(),
        [&crawler](const auto& budget) { return budget->chooses(crawler); });
}

// Whether the crawler has a group of its own on the site, or is listed in a
// budget of the site.
inline bool names(const Robots& robots, const Crawler& crawler) {
    const Budgets& budgets = robots.settings->budgets;
    return robots.groups.named(crawler.token) != nullptr ||
           std::any_of(
               budgets.begin(), budgets.end(),
               [&crawler](const auto& each) { return each->names(crawler); });
}

struct Site {
    std::string_view name;  // "example.com", "*.example.com:8443", "default"
    std::shared_ptr<const Robots> robots;
    Place place;
    std::uint64_t key = 0;  // hash of `name`; the same in every process
};

// An IsNamed (crawlers.hpp) for the requests to a site.
struct NamedAt {
    const Site* site;  // may be nullptr

    bool operator()(const Crawler& crawler) const {
        return site != nullptr && names(*site->robots, crawler);
    }
};

// Returns Site::key for a site with this name.
std::uint64_t site_key(std::string_view name);

// The site that already has a claim, and the number of the claim. Claims are
// numbered in the order in which they were added. Claims with a wildcard are
// numbered separately.
struct ClaimOwner {
    const Site* site;
    std::uint32_t number;
};

// A policy does not change after the load; all requests of a process share it.
class Policy {
  public:
    explicit Policy(std::shared_ptr<const Crawlers> crawlers = nullptr);

    // Sets the crawlers, if they are known only after the sites. Must be called
    // before crawlers().
    void set_crawlers(std::shared_ptr<const Crawlers> crawlers);

    // Adds a site and returns the site. The site's address in memory does not
    // change.
    Site& add(std::shared_ptr<const Robots> robots, const Place& place = {});
    // Sets the name of a site, and its key. Copies the name, unless a site has
    // claimed it as a host; so claim a site's hosts before naming the site.
    void name(Site& site, std::string_view name);
    // Gives sites()[site] a new name.
    void rename(std::size_t site, std::string_view name);
    const Site& add(std::string_view name, std::shared_ptr<const Robots> robots,
                    const Place& place = {}) {
        Site& site = add(std::move(robots), place);
        this->name(site, name);
        return site;
    }
    // Sets the site for hosts that no site claims. The site must have been
    // added.
    void set_default(const Site& site) { default_ = &site; }
    // Adds a claim of a site that was added. The host of a wildcard starts with
    // "*.". If a site has this claim already, that site keeps the claim and is
    // returned. Otherwise returns nullopt.
    std::optional<ClaimOwner> claim(const Site& site, SiteClaim wanted);
    // Returns a site that claims `host` for any port and scheme, or nullptr. A
    // claim on "*.a.example" is found only if `host` is "*.a.example".
    const Site* claimant_of(std::string_view host) const;
    struct HostClaim {
        std::string host;
        std::optional<std::uint16_t> port;
        std::optional<Scheme> scheme;
    };
    // Return the claims of all sites, or of one site: first those on exact
    // hosts, then those on "*.suffix", both in the order in which the hosts
    // were added.
    std::vector<HostClaim> claims() const;
    std::vector<HostClaim> claims_of(const Site& site) const;
    // Calls take(claim, is_wildcard, site) for each claim, in the order of
    // claims(). The host of a wildcard is without its "*.".
    template <class Take>
    void each_claim(const Take& take) const {
        for (const auto* claims : {&exact_, &suffixes_}) {
            claims->each([&](const SiteClaim& claim, const Site* site) {
                take(claim, claims == &suffixes_, *site);
                return false;
            });
        }
    }
    // Returns an example of a request for the site: a host that the site claims
    // (with "www." in place of "*."), and the port and scheme of that claim.
    // Prefers the exact host that was added first. Returns nullopt if the site
    // claims no host.
    std::optional<HostClaim> example_for(const Site& site) const;
    // Frees memory that was reserved for more sites.
    void shrink_to_fit();

    // Returns the site of a request, by the most specific claim: exact host,
    // then the longest "*.suffix", then the default; among the claims on one
    // host, a claim with the port comes first, then a claim with the scheme.
    // Returns nullptr if no site claims the request and the policy has no
    // default. Does not allocate.
    const Site* find(const Authority& authority) const;

    // The two steps of find(). find_exact() accepts a host that is not
    // canonical, which matches no claim. find_wildcard() needs a canonical
    // host, and returns the default site if no wildcard matches. A host without
    // a canonical form ("a$.example.com") may also be passed: a wildcard can
    // match the suffix of this host. Web servers accept requests for hosts of
    // this form.
    const Site* find_exact(const Authority& authority) const;
    const Site* find_wildcard(const Authority& authority) const;

    // Whether requests for the canonical `host` can have a site: by a claim for
    // any port and scheme, or as the default. `host` may start with "*.".
    bool covers(std::string_view host) const;

    // Returns false if no site claims a host. Then all requests belong to the
    // default site.
    bool has_claims() const { return !exact_.empty() || !suffixes_.empty(); }

    const Crawlers& crawlers() const { return *crawlers_; }
    const std::deque<Site>& sites() const { return sites_; }
    // Returns nullptr if hosts that no site claims have no site.
    const Site* default_site() const { return default_; }

    // The files from which the policy was read, the main file first, indexed by
    // Place::file.
    std::vector<std::string> files;
    // The newest modification time of `files`, in seconds since the epoch.
    std::time_t modified = 0;
    // The names of warnings that the policy's author ignores.
    std::vector<std::string> ignored_warnings;
    bool ignores(std::string_view code) const;

    // Returns "policy.yaml:12:7", or "" if the place is unknown.
    std::string where(const Place& place) const;

  private:
    template <class Wanted>
    std::vector<HostClaim> claims_if(const Wanted& wanted) const;

    std::shared_ptr<const Crawlers> crawlers_;
    std::deque<Site> sites_;
    std::pmr::monotonic_buffer_resource names_;
    Claims<const Site*> exact_;
    Claims<const Site*> suffixes_;  // without the "*."
    const Site* default_ = nullptr;
};

}  // namespace robots
