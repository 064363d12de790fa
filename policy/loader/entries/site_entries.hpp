// Reads sites. A site has a body, and claims hosts: it answers requests for
// these hosts, on all ports and with all schemes, or only on some ports or with
// some schemes.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "policy/loader/entries/body_entries.hpp"
#include "policy/loader/files/policy_files.hpp"
#include "policy/site/claims.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

struct HostEntry {
    std::string name;                   // canonical; may be "*.suffix"
    std::optional<std::uint16_t> port;  // instead of SiteHosts::ports
    Place place;
};

// The maximum number of ports of a site. The limit is needed because all ports
// of a host are compared with each other.
constexpr std::size_t kMostPorts = 100;

// The hosts, ports and schemes that a site claims. If `ports` is empty, the
// site claims all ports. If `schemes` is empty, the site claims all schemes.
struct SiteHosts {
    Place place;  // of the site
    std::vector<HostEntry> hosts;
    std::vector<std::uint16_t> ports;
    std::vector<Scheme> schemes;
};

struct SiteEntry : SiteHosts {
    std::vector<Text> hosts_files;  // paths of files that are not read yet
    BodyEntry body;
};

// Whether an error may quote the invalid text. Lines of a `hosts_file` are
// never quoted, because `hosts_file` may be the path of a wrong file, which has
// secrets.
enum class Quoting : bool { none, quoted };

// Returns the canonical form of a host or "*.suffix", or nullopt after an
// error.
std::optional<std::string> canonical_site_host(std::string_view text,
                                               const Place& place,
                                               Findings& findings,
                                               Quoting quoting);

// Returns the keys that only a site has.
std::vector<std::string_view> site_keys();

// Reads an item of `sites`. A site without a host is an error.
SiteEntry read_site_entry(const Reader& reader, const Value& value);

// Reads the value of `default`.
SiteEntry read_default_entry(const Reader& reader, const Value& value);

// Gives each site a unique name. The short name of a site is its first host,
// and its port if it has exactly one port ("example.com:8443"). If sites have
// equal short names, each of them gets a longer name instead, which also has
// the scheme and the port of the first claim of the site
// ("http://example.com"). A claim for all schemes or all ports adds no scheme
// or port.
class SiteNames {
  public:
    // Adds the next site and returns its short name.
    std::string add(const SiteHosts& site);

    // Renames the sites with equal short names. The policy must have its sites
    // in the order in which add() was called for them.
    void tell_apart(Policy& policy) const;

  private:
    // The port and the scheme of the first claim of a site.
    struct First {
        std::uint16_t port = 0;     // 0: none
        std::uint8_t scheme = 0;    // 0: none; otherwise Scheme plus 1
        bool port_in_name = false;  // the short name has the port
    };

    std::string full_name(std::size_t site, std::string name) const;

    std::vector<First> sites_;
};

// Claims hosts for all sites of a policy, and records where each claimed host
// is written.
class ClaimedHosts {
  public:
    ClaimedHosts(Policy& policy, const PolicyFiles& files)
        : policy_(policy), files_(files) {}

    // Claims `hosts` for `site`, which must be in the policy. A host that
    // another site claims with the same port and scheme is an error. A limited
    // file (Include::is_limited()) may have at most 10,000 claims with a port
    // or a scheme. More claims are an error. The caller must call take() for
    // all sites of a file before it calls take() for a site of the next file.
    void take(const SiteHosts& hosts, const Site& site, Findings& findings);

  private:
    bool has_room(const SiteClaim& claim, const Place& site,
                  Findings& findings);

    Policy& policy_;
    const PolicyFiles& files_;
    std::uint32_t file_ = 0;    // file of the last site
    std::size_t of_file_ = 0;   // its claims with port or scheme
    std::vector<Place> exact_;  // by numbers of the policy's claims
    std::vector<Place> wildcards_;
};

}  // namespace robots::loader
