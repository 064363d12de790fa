// Sites as their author writes them: which requests they claim, and their body.

#ifndef ROBOTS_POLICY_LOADER_ENTRIES_SITE_ENTRIES_HPP
#define ROBOTS_POLICY_LOADER_ENTRIES_SITE_ENTRIES_HPP

#include <optional>
#include <string>
#include <vector>

#include "policy/loader/entries/body_entries.hpp"
#include "policy/site/claims.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

struct HostEntry {
    std::string name;                   // canonical; wildcards keep their "*."
    std::optional<std::uint16_t> port;  // in place of the site's
    Place place;
};

struct SiteEntry {
    Place place;
    std::vector<HostEntry> hosts;
    std::vector<Text> hosts_files;  // not read yet
    std::vector<std::uint16_t> ports;
    std::vector<Scheme> schemes;
    BodyEntry body;
};

// Whether an error may quote what it is about. What stands in a list of hosts
// may not be quoted: the file may be anything, a list of secrets too.
enum class Quoting : bool { none, quoted };

// The canonical form of a host or "*.suffix", or nullopt after an error.
std::optional<std::string> canonical_site_host(std::string_view text,
                                               const Place& place,
                                               Findings& findings,
                                               Quoting quoting);

// A site of `sites`, told where it names no host.
SiteEntry read_site_entry(const Reader& reader, const Value& value);

// The value of `default`.
SiteEntry read_default_entry(const Reader& reader, const Value& value);

// Every host with every port and scheme, as views into `site`.
std::vector<SiteClaim> claims_of(const SiteEntry& site);

// Names for sites, no two the same: a site's first host, with the port where it
// has exactly one ("example.com:8443"). Sites that would share such a name are
// called by the first of their claims ("http://example.com").
class SiteNames {
  public:
    // What the next site is called for short.
    std::string add(const SiteEntry& site);

    // Calls those of the policy's sites that share a name, which add() gave
    // them in this order, by their first claims.
    void tell_apart(Policy& policy) const;

  private:
    // What of a site's first claim is not its host.
    struct First {
        std::uint16_t port = 0;     // 0: none
        std::uint8_t scheme = 0;    // 0: none; else 1 more than Scheme
        bool port_in_name = false;  // in the short one
    };

    std::string full_name(std::size_t site, std::string name) const;

    std::vector<First> sites_;
};

// Who has claimed what, across all sites of a policy.
class ClaimedHosts {
  public:
    explicit ClaimedHosts(Policy& policy) : policy_(policy) {}

    // Takes the claims of `entry` for the policy's `site`; tells each host that
    // is claimed already with the same port and scheme.
    void take(const SiteEntry& entry, const Site& site, Findings& findings);

  private:
    Policy& policy_;
    std::vector<Place> exact_;  // of the policy's claims, by their numbers
    std::vector<Place> wildcards_;
};

}  // namespace robots::loader

#endif
