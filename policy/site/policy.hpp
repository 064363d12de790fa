// A compiled policy: sites, what each serves, and how one is found.

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

// The name of what a site serves and enforces.

// Sixteen hexadecimal digits: a hash of what it names.
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
    application,  // whatever nginx would answer with without a policy
};

// What a site has besides its robots.txt. It is the same for most sites.
struct SiteSettings {
    Publisher publisher = Publisher::policy;
    bool verbatim = false;  // its author wrote robots.txt, not groups
    std::chrono::seconds max_age = std::chrono::hours(1);
    // Set: robots.txt answers 503 with this Retry-After, and nothing is judged.
    std::optional<std::chrono::seconds> suspend;
    std::vector<XRobotsTag> x_robots_tags;  // of all its other responses
    std::vector<UseHeaders> use_headers;    // of these, too
    Refusal refusal;
    // The first licences of robots.txt (RSL 1.0, 4.4), which a header can name.
    std::vector<Body> licenses;
    bool license_link = false;  // name them with responses that are no refusals
    Enforcement enforcement;    // the site's own, if no group binds
    Budgets budgets;
};

// What a site serves and enforces. Sites that come from one template with
// nothing of their own share one.
struct Robots {
    // If an application publishes its own robots.txt, this has the groups
    // alone, as they would be published.
    Body body;
    Groups groups;
    Shared<SiteSettings> settings;
    Revision revision;  // all of it but max_age and refusal
};

// The licences that hold for the crawlers of a group, which are the site's
// unless it has its own; nullptr: for everybody. What a private group says is
// told to nobody.
inline const std::vector<Body>& effective_licenses(const Robots& robots,
                                                   const Group* group) {
    return group == nullptr || group->is_private || group->licenses.empty()
               ? robots.settings->licenses
               : group->licenses;
}

// Whether it holds for the site's own enforcement, or for a group's.
template <typename Holds>
bool any_enforcement(const Robots& robots, Holds holds) {
    const auto groups = robots.groups.all();
    return holds(robots.settings->enforcement) ||
           std::any_of(groups.begin(), groups.end(),
                       [&holds](const auto& each) {
                           return holds(*each->enforcement);
                       });
}

// Whether a budget of that site chooses the crawler.
inline bool shares_budget(const Robots& robots, const Sighting& crawler) {
    const Budgets& budgets = robots.settings->budgets;
    return std::any_of(
        budgets.begin(), budgets.end(),
        [&crawler](const auto& budget) { return budget->chooses(crawler); });
}

struct Site {
    std::string_view name;  // "example.com", "*.example.com:8443", "default"
    std::shared_ptr<const Robots> robots;
    Place place;
    std::uint64_t key = 0;  // of the name; the same in every process
};

// Site::key of a site of that name.
std::uint64_t site_key(std::string_view name);

// The site that has a claim already, and the claim's number. Claims with and
// without a wildcard are numbered apart, each in the order in which they came.
struct ClaimOwner {
    const Site* site;
    std::uint32_t number;
};

// Immutable once loaded; shared by all requests of a process.
class Policy {
  public:
    explicit Policy(std::shared_ptr<const Crawlers> crawlers = nullptr);

    // Sets the crawlers, if they are known after the sites; before crawlers().
    void set_crawlers(std::shared_ptr<const Crawlers> crawlers);

    // Adds a site, which stays where it is.
    Site& add(std::shared_ptr<const Robots> robots, const Place& place = {});
    // Names it, and sets the key of that. The name is copied, unless it is a
    // host that was claimed before: so sites take their claims first.
    void name(Site& site, std::string_view name);
    // Names sites()[site] anew.
    void rename(std::size_t site, std::string_view name);
    const Site& add(std::string_view name, std::shared_ptr<const Robots> robots,
                    const Place& place = {}) {
        Site& site = add(std::move(robots), place);
        this->name(site, name);
        return site;
    }
    // A site that was added, for hosts that no site claims.
    void set_default(const Site& site) { default_ = &site; }
    // Gives a claim to a site that was added; a wildcard starts with "*.".
    // nullopt: done. Otherwise the claim has an owner already, and keeps it.
    std::optional<ClaimOwner> claim(const Site& site, SiteClaim wanted);
    // A site that claims `host`, written as in a claim, whatever port and
    // scheme; nullptr: none does. "*.a.example" is only found by its own name.
    const Site* claimant_of(std::string_view host) const;
    struct HostClaim {
        std::string host;
        std::optional<std::uint16_t> port;
        std::optional<Scheme> scheme;
    };
    // What all sites claim: hosts, or "*.suffix".
    std::vector<HostClaim> claims() const;
    // What a request for the site may ask: a host that it claims (with "www."
    // in place of "*."), and the port and scheme of that claim. Of exact hosts
    // the one that was named first. nullopt: it claims none.
    std::optional<HostClaim> example_for(const Site& site) const;
    // Gives back memory that was kept for more sites.
    void shrink_to_fit();

    // The site of a request, the most specific claim first: exact host, then
    // the longest "*.suffix", then the default; among the claims of one host
    // one with the port before one without, then one with the scheme. nullptr
    // if no site claims it and there is no default. Does not allocate.
    const Site* find(const Authority& authority) const;

    // The same in two steps, for hosts that may not be canonical. A host is
    // canonical if some claim names it as it is; for the other claims it has to
    // be made canonical. A host without a canonical spelling ("a$.example.com")
    // has the site of the wildcard that it ends in, as servers serve it.
    const Site* find_exact(const Authority& authority) const;
    const Site* find_wildcard(const Authority& authority) const;

    // Whether some site, whatever its port and scheme, or the default is for
    // the canonical `host`, which may have a "*." in front.
    bool covers(std::string_view host) const;

    // False if every host has the default site.
    bool has_claims() const { return !exact_.empty() || !suffixes_.empty(); }

    const Crawlers& crawlers() const { return *crawlers_; }
    const std::deque<Site>& sites() const { return sites_; }
    // nullptr: none.
    const Site* default_site() const { return default_; }

    // The files it was read from, the policy's own first; Place::file indexes
    // them.
    std::vector<std::string> files;
    // The newest modification among them, seconds since the epoch.
    std::time_t modified = 0;
    // The names of warnings that its author does not want to read.
    std::vector<std::string> ignored_warnings;
    bool ignores(std::string_view code) const;

    // "policy.yaml:12:7", or empty if the place is unknown.
    std::string where(const Place& place) const;

  private:
    std::shared_ptr<const Crawlers> crawlers_;
    std::deque<Site> sites_;
    std::pmr::monotonic_buffer_resource names_;
    Claims<const Site*> exact_;
    Claims<const Site*> suffixes_;  // without the "*."
    const Site* default_ = nullptr;
};

}  // namespace robots
