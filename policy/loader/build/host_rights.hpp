// Checks which hosts the sites and tests of an included file may name, if its
// `include` has `hosts` or `on_error: keep`.

#pragma once

#include <string>

#include "policy/loader/entries/policy_tests.hpp"
#include "policy/loader/entries/site_entries.hpp"
#include "policy/loader/files/policy_files.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

class HostRights {
  public:
    // All arguments must outlive this object. The sites of files that may have
    // all hosts must be added to `policy` before the sites of other files.
    HostRights(const PolicyFiles& files, const Policy& policy,
               Findings& findings)
        : files_(files), policy_(policy), findings_(findings) {}

    // Removes the hosts of the site that its file must not have, and reports an
    // error for each. If these hosts stayed, the file that may have them could
    // not claim them. If the file of another site is at fault
    // (PolicyFiles::at_fault), the error is about that site, and the host stays
    // here. A file may have the hosts that it is given, and names that no other
    // file is given or claims. But the main file must give it each wildcard,
    // and each name below a wildcard of a file that may have all hosts.
    //
    // Two files cannot have one host on several ports or schemes if one of them
    // has `on_error: keep`. Only a host that is given to such a file may be
    // one of a file without it, too.
    void check(SiteHosts& site) const;

    // Returns whether the test may run; reports an error or a warning if not.
    // In a file with given hosts, a test must be about a site of that file,
    // since a failed test shows rules of the site. In a file with `on_error:
    // keep`, too, since another file's change could make it fail: that is only
    // a warning, since another file can also take the test's host. The policy
    // must have all sites by then.
    bool allows(const TestEntry& test) const;

  private:
    // Whether the main file gives `hosts` to this file.
    bool is_bound(std::uint32_t file) const;
    // Whether this file has `on_error: keep`.
    bool keeps(std::uint32_t file) const;
    // Returns why the file must not have the host, or "". Sets `rival` to the
    // site that has the host or a wildcard over it, if that is the reason.
    std::string problem_of(const std::string& host, std::uint32_t file,
                           const Site*& rival) const;
    // The same for any file, because of `on_error: keep`.
    std::string problem_of_sharing(const std::string& host, std::uint32_t file,
                                   const Site*& rival) const;
    // Returns whether the rival's file is at fault; if so, reports an error
    // there.
    bool blames(const Site& rival, const HostEntry& host,
                std::uint32_t file) const;
    // Returns the site that claims the longest wildcard over `host`, of those
    // that are longer than the wildcard `below`, if that site's file may have
    // all hosts; else nullptr.
    const Site* free_wildcard_over(std::string_view host,
                                   std::string_view below) const;
    // The same for a site that claims `host` itself, or such a wildcard.
    const Site* free_site_of(const std::string& host,
                             std::string_view below) const;

    const PolicyFiles& files_;
    const Policy& policy_;
    Findings& findings_;
};

}  // namespace robots::loader
