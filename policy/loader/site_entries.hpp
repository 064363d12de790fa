// Sites as their author writes them: which requests they claim, and their body.

#ifndef ROBOTS_POLICY_LOADER_SITE_ENTRIES_HPP
#define ROBOTS_POLICY_LOADER_SITE_ENTRIES_HPP

#include <optional>
#include <string>
#include <vector>

#include "claims.hpp"
#include "loader/body_entries.hpp"

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

// The canonical form of a host or "*.suffix", or nullopt after an error.
std::optional<std::string> canonical_site_host(std::string_view text,
                                               const Place& place,
                                               Findings& findings);

// A site of `sites`, told where it names no host.
SiteEntry read_site_entry(const Reader& reader, const Value& value);

// The value of `default`.
SiteEntry read_default_entry(const Reader& reader, const Value& value);

// A name for each site, no two the same: its first host, with the port where it
// has exactly one ("example.com:8443"). Sites that would share such a name are
// called by the first of their claims ("http://example.com").
std::vector<std::string> site_names(const std::vector<SiteEntry>& sites);

// Every host with every port and scheme, as views into `site`.
std::vector<SiteClaim> claims_of(const SiteEntry& site);

// Who has claimed what, across all sites of a policy.
class ClaimedHosts {
  public:
    // Takes the claims of a site; tells each host that another site has claimed
    // with the same port and scheme.
    void take(const SiteEntry& site, Findings& findings);

  private:
    Claims<Place> holders_;
};

}  // namespace robots::loader

#endif
