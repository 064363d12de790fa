// Checks which hosts the sites and tests of an included file may name. This is
// restricted if the file's `include` has `hosts` (the list of hosts that the
// main file gives to the file) or `on_error: keep`.

#pragma once

#include <string>

#include "policy/loader/entries/policy_tests.hpp"
#include "policy/loader/entries/site_entries.hpp"
#include "policy/loader/files/policy_files.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

class HostRights {
  public:
    // All arguments must outlive this object. The sites of files without
    // `hosts` in their `include` must be added to `policy` before the sites of
    // other files.
    HostRights(const PolicyFiles& files, const Policy& policy,
               Findings& findings)
        : files_(files), policy_(policy), findings_(findings) {}

    // Removes from `site` each host that the file of the site must not have,
    // and reports an error for the host. The removal lets the file that may
    // have the host claim it later. If the file of another site is at fault
    // (PolicyFiles::at_fault), the error is about that other site, and the host
    // stays in `site`. A file with `hosts` in its `include` may have the hosts
    // in this list. It may also have a host that is not in the list, with three
    // exceptions: a host that the main file gives to another file or that a
    // site of another file claims, a wildcard, and a host that matches a
    // wildcard of a file without `hosts`.
    //
    // If a file has `on_error: keep`, no other file may have the same host, not
    // even on another port or scheme. Exception: a host that the main file
    // gives to this file may also be a host of a file without `on_error: keep`.
    void check(SiteHosts& site) const;

    // Returns whether `test` may run, and reports an error or a warning if not.
    // A file with `hosts` or `on_error: keep` in its `include` can test only
    // its own sites. With `hosts`, a test of another URL is an error, because
    // the message of a failed test can show rules of another file. With only
    // `on_error: keep`, it is a warning, because another file may have taken
    // the host from this file. The policy must already have all its sites.
    bool allows(const TestEntry& test) const;

  private:
    // Whether the `include` of this file has `hosts`.
    bool is_bound(std::uint32_t file) const;
    // Whether this file has `on_error: keep`.
    bool keeps(std::uint32_t file) const;
    // Returns why the file must not have the host, or "". If the main file
    // gives the host to no file, and the reason is a site that has the host or
    // a wildcard that matches the host, sets `rival` to this site.
    std::string problem_of(const std::string& host, std::uint32_t file,
                           const Site*& rival) const;
    // Like problem_of(), but checks the rules for `on_error: keep` instead of
    // the rules for `hosts`, and sets `rival` to the site that has the host.
    std::string problem_of_sharing(const std::string& host, std::uint32_t file,
                                   const Site*& rival) const;
    // Returns whether the file of `rival` is at fault. If it is, reports an
    // error at the place of `rival`.
    bool blames(const Site& rival, const HostEntry& host,
                std::uint32_t file) const;
    // Searches the wildcards that match `host` and are longer than the wildcard
    // `below`, the longest first. Returns the first site that claims one of
    // them and is in a file without `hosts`, or nullptr.
    const Site* free_wildcard_over(std::string_view host,
                                   std::string_view below) const;
    // Returns the site that claims `host` itself. If this site does not exist,
    // or is in a file with `hosts`, returns the result of free_wildcard_over().
    const Site* free_site_of(const std::string& host,
                             std::string_view below) const;

    const PolicyFiles& files_;
    const Policy& policy_;
    Findings& findings_;
};

}  // namespace robots::loader
