// Sites as their author writes them: which requests they claim, and their body.

#ifndef ROBOTS_POLICY_LOADER_SITE_ENTRIES_HPP
#define ROBOTS_POLICY_LOADER_SITE_ENTRIES_HPP

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "loader/body_entries.hpp"
#include "policy.hpp"

namespace robots::loader {

struct SiteEntry {
    Place place;
    std::vector<Text> hosts;  // canonical; wildcards keep their "*."
    std::vector<std::uint16_t> ports;
    std::vector<Scheme> schemes;
    BodyEntry body;
};

// A site of `sites`, told where it names no host.
SiteEntry read_site_entry(const Reader& reader, const Value& value);

// The value of `default`.
SiteEntry read_default_entry(const Reader& reader, const Value& value);

// "example.com", or "example.com:8443" where the site has exactly one port.
std::string site_name(const SiteEntry& site);

// Every host with every port and scheme.
std::vector<SiteClaim> claims_of(const SiteEntry& site);

// Who has claimed what, across all sites of a policy.
class Claims {
  public:
    // Takes the claims of a site; tells each host that another site has claimed
    // with the same port and scheme.
    void take(const SiteEntry& site, Findings& findings);

  private:
    std::unordered_map<std::string, Place> holders_;
};

}  // namespace robots::loader

#endif
