// Which hosts the sites and tests of an included file may be about, where the
// main file gives `hosts` to the files of its `include`.

#pragma once

#include <string>

#include "policy/loader/entries/policy_tests.hpp"
#include "policy/loader/entries/site_entries.hpp"
#include "policy/loader/files/policy_files.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

class HostRights {
  public:
    // All of these outlive it. `policy` has the sites so far: those of files
    // that may have all hosts come first.
    HostRights(const PolicyFiles& files, const Policy& policy,
               Findings& findings)
        : files_(files), policy_(policy), findings_(findings) {}

    // Hosts of the site that its file must not have are errors, and removed:
    // so they do not keep another file from its own. A file may have what it is
    // given, and names that nobody else is given or has; but a wildcard, and a
    // name below a wildcard of files that may have all hosts, only if given.
    void check(SiteHosts& site) const;

    // Whether the file of a test may have it: the test must be about one of the
    // file's own sites, since its error would show what another one says. If
    // not, that is an error. The policy has all sites.
    bool allows(const TestEntry& test) const;

  private:
    // Whether that file has only the hosts that it is given.
    bool is_bound(std::uint32_t file) const;
    // Why that file must not have the host, or "". `rival`: the site that has
    // it, if that is the reason.
    std::string problem_of(const std::string& host, std::uint32_t file,
                           const Site*& rival) const;
    // Whether that is the fault of the rival's file, which is an error there.
    bool blames(const Site& rival, const HostEntry& host,
                std::uint32_t file) const;
    // The site that claims the longest wildcard over `host`, if its file may
    // have all hosts, or nullptr.
    const Site* free_wildcard_over(std::string_view host) const;

    const PolicyFiles& files_;
    const Policy& policy_;
    Findings& findings_;
};

}  // namespace robots::loader
