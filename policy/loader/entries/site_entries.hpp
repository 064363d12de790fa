// Reads sites: the requests that they claim, and their bodies.

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
    std::string name;                   // canonical; wildcards keep their "*."
    std::optional<std::uint16_t> port;  // in place of the site's ports
    Place place;
};

// All ports of a host are compared with each other.
constexpr std::size_t kMostPorts = 100;  // of a site

// The hosts, ports and schemes that a site claims. Without `ports` it claims
// all ports, and without `schemes` all schemes.
struct SiteHosts {
    Place place;  // of the site
    std::vector<HostEntry> hosts;
    std::vector<std::uint16_t> ports;
    std::vector<Scheme> schemes;
};

struct SiteEntry : SiteHosts {
    std::vector<Text> hosts_files;  // not read yet
    BodyEntry body;
};

// Whether an error may quote the text that is wrong. Lines of a list of hosts
// are never quoted: the file may be a wrong one, with secrets in it.
enum class Quoting : bool { none, quoted };

// Returns the canonical form of a host or "*.suffix", or nullopt after an
// error.
std::optional<std::string> canonical_site_host(std::string_view text,
                                               const Place& place,
                                               Findings& findings,
                                               Quoting quoting);

// The keys that only a site has.
std::vector<std::string_view> site_keys();

// Reads a site of `sites`. A site without a host is an error.
SiteEntry read_site_entry(const Reader& reader, const Value& value);

// Reads the value of `default`.
SiteEntry read_default_entry(const Reader& reader, const Value& value);

// Gives each site a unique name. The short name is its first host, with the
// port if it has exactly one port ("example.com:8443"). Sites with equal short
// names get the name of their first claim instead ("http://example.com").
class SiteNames {
  public:
    // Adds the next site and returns its short name.
    std::string add(const SiteHosts& site);

    // Gives sites with equal short names the names of their first claims. The
    // policy must have the sites in the order in which add() got them.
    void tell_apart(Policy& policy) const;

  private:
    // A site's first claim without the host.
    struct First {
        std::uint16_t port = 0;     // 0: none
        std::uint8_t scheme = 0;    // 0: none; else 1 more than Scheme
        bool port_in_name = false;  // the short name has the port
    };

    std::string full_name(std::size_t site, std::string name) const;

    std::vector<First> sites_;
};

// Claims hosts for all sites of a policy, and remembers where each is written.
class ClaimedHosts {
  public:
    ClaimedHosts(Policy& policy, const PolicyFiles& files)
        : policy_(policy), files_(files) {}

    // Claims `hosts` for the policy's `site`. A host that another site claims
    // with the same port and scheme is an error. The sites of a limited file
    // may claim hosts with a port or a scheme 10,000 times; more is an error.
    // The sites of a file must come one after the other.
    void take(const SiteHosts& hosts, const Site& site, Findings& findings);

  private:
    bool has_room(const SiteClaim& claim, const Place& site,
                  Findings& findings);

    Policy& policy_;
    const PolicyFiles& files_;
    std::uint32_t file_ = 0;    // of the last site
    std::size_t of_file_ = 0;   // claims with a port or a scheme
    std::vector<Place> exact_;  // of the policy's claims, by their numbers
    std::vector<Place> wildcards_;
};

}  // namespace robots::loader
